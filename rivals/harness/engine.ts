import type { Sandbox } from '../../sandbox/app';
import type { ProgramProcess } from '../../stack/program-process';
import type { Payout } from '../engines/common/settings';

/** How a payout ended, as the engine names it. */
export interface End {
  readonly reference: string;
  readonly end: string;
  /** When it was submitted, where that is known. Real milliseconds since the epoch. */
  readonly begunMs: number | null;
  readonly atMs: number;
}

/** Payouts for an engine, and how they are to be done. */
export interface Task {
  readonly payouts: readonly Payout[];
  readonly isLimited: boolean;
  readonly firstLookSeconds: number;
  readonly atOnce: number | null;
  /** A folder for everything that the engine keeps. */
  readonly folder: string;
  readonly sandbox: Sandbox;
  readonly bankUrl: string;
}

/** Something that carries out payouts, in processes of its own. */
export interface Engine {
  readonly name: string;
  readonly variant: string;
  /** The folders and files whose lines it takes to do the job. */
  readonly files: readonly string[];
  /** How it keeps what it has been told, in a few words. */
  readonly durability: string;
  /** Starts its server. */
  open(task: Task): Promise<OpenEngine>;
}

export interface OpenEngine {
  /** Starts its program, also in place of one that is gone. */
  start(): ProgramProcess;
  /** Does what comes before the work, once the program runs. */
  prepare(): Promise<void>;
  /** Begins with the work. */
  begin(startMs: number): Promise<void>;
  /** The ends so far. */
  ends(): Promise<readonly End[]>;
  /** kill -9 of its server, and up again on the same data. */
  crashServer(): Promise<void>;
  /** Bytes of its server's data. */
  diskBytes(): Promise<number>;
  stop(): Promise<void>;
}

export const titleOf = ({ name, variant }: Pick<Engine, 'name' | 'variant'>): string =>
  variant === '' ? name : `${name}, ${variant}`;
