import type { TestEnvironment } from '../test-environment';

/** One line of a run's result, or all of it. */
export interface Row {
  /** As they stand in the table and in the JSON document. */
  readonly fields: Readonly<Record<string, string | number | Readonly<Record<string, number>>>>;
  /** Whether the guarantee held. */
  readonly holds: boolean;
}

/** An attack on a guarantee. */
export interface Run {
  /** What it proves, in a sentence. */
  readonly proves: string;
  /** Business seconds per real second; that of the demo when missing. */
  readonly rate?: number;
  /** Rows, or one count of everything. `quick`: fewer of them, in less time. */
  attack(environment: TestEnvironment, options: { readonly quick: boolean }): Promise<readonly Row[] | Row>;
}
