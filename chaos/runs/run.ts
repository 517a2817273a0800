import type { ChosenReadings } from '../../sandbox/readings/readings';
import type { AuthorityMode } from '../../src/domain/case/proof';
import type { Row } from '../report';
import type { TestEnvironment } from '../test-environment';

export interface RunOptions {
  /** Fewer rows, in less time. */
  readonly quick: boolean;
  /** Several times as much, for the runs that have a size for it. */
  readonly large: boolean;
  /** Only this seed, for a run that has seeds. */
  readonly seed?: number | undefined;
  /** How many seeds, for a run that has them. */
  readonly seeds?: number | undefined;
  /** The first seed, for a run that can go on with others. */
  readonly from?: number | undefined;
  /** Whether payloads are encrypted, for the run that looks for readable ones. */
  readonly encryption?: 'on' | 'off' | undefined;
  /** Whether a customer is erased afterwards, for the run that looks for marks. */
  readonly erase?: boolean | undefined;
  /** Whether what the run shows is written down, for the run that has readings. */
  readonly record?: boolean | undefined;
  /** Only attempts of kinds whose name has this text, for the run of forgeries. */
  readonly kind?: string | undefined;
  /** Whether defects are planted, for the runs of random programs and of forgeries; only the one of this name. */
  readonly planted?: boolean | undefined;
  readonly defect?: string | undefined;
  /** Only these readings, each alone, for the run that has readings. */
  readonly reading?: ChosenReadings | undefined;
}

/** The sizes of a run that has three. */
export type Sizes<S> = Readonly<Record<'quick' | 'full' | 'large', S>>;

export const sizeOf = <S>({ quick, large }: RunOptions, sizes: Sizes<S>): S =>
  large ? sizes.large : quick ? sizes.quick : sizes.full;

/** An attack on a guarantee, on the whole stack. */
export interface Attack {
  /** What it proves, in a sentence. */
  readonly proves: string;
  /** Business seconds per real second; that of the demo when missing. */
  readonly rate?: number;
  /** Further settings of the workers. */
  readonly worker?: NodeJS.ProcessEnv;
  /** Whether workers demand signed acts; they do when missing. */
  readonly authority?: AuthorityMode;
  /** Rows, or one count of everything. */
  attack(environment: TestEnvironment, options: RunOptions): Promise<readonly Row[] | Row>;
}

/** A proof that brings its own server. */
export interface SelfContainedRun {
  readonly proves: string;
  prove(options: RunOptions): Promise<readonly Row[] | Row>;
}

export type Run = Attack | SelfContainedRun;
