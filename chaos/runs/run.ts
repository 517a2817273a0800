import type { Arena } from '../arena';

/** One line of a run's result. */
export interface Row {
  /** As they stand in the table and in the JSON document. */
  readonly fields: Readonly<Record<string, string | number>>;
  /** Whether the guarantee held. */
  readonly holds: boolean;
}

/** An attack on a guarantee. */
export interface Run {
  /** What it proves, in a sentence. */
  readonly proves: string;
  /** `quick`: fewer rows, in less time. */
  attack(arena: Arena, options: { readonly quick: boolean }): Promise<Row[]>;
}
