import type { z } from 'zod';
import type { KeywordAttribute, StageAttribute } from '../wire/search-attributes';
import type { CommandTable, Role } from './commands';
import type { StageRow } from './waits';

/** How a case ended, in a word for people. */
interface End {
  readonly stage: string;
  readonly reason?: string | undefined;
  /** Whether it is the end that was hoped for. */
  readonly isGood: boolean;
}

/** The same, with the result as it is for programs. */
export interface CaseEnd extends End {
  readonly result: object;
}

/** What one workflow does of a case: its section on the page of all stages and commands. */
export interface Part {
  readonly title: string;
  /** The id of its workflow, with placeholders. */
  readonly workflow: string;
  readonly stages: Readonly<Record<string, StageRow>>;
  readonly commands: CommandTable;
}

/** How people start a case. */
interface Start<S extends z.ZodType> {
  /** The schema of its input file. */
  readonly input: S;
  readonly roles: readonly Role[];
  /** Set where the input names the person who made it. */
  readonly namesMaker?: true;
  reference(input: z.output<S>): string;
  /** A line for Temporal's lists. */
  summary(input: z.output<S>): string;
  attributes?(input: z.output<S>): Readonly<Partial<Record<KeywordAttribute, string>>>;
  /** Which references may be used again, once their case has ended; none where it is left out. */
  readonly reuse?: 'ALLOW_DUPLICATE' | 'ALLOW_DUPLICATE_FAILED_ONLY';
}

/** The one row of a kind of case. */
interface Row<R extends object> {
  readonly noun: string;
  /** What its group of the command line is about. */
  readonly about: string;
  /** A reference and a file for the examples of the help. */
  readonly sample: { readonly reference: string; readonly file?: string };
  /** The role of an actor who names none. */
  readonly usualRole: Role;
  /** In order, where one workflow goes on after another. */
  readonly parts: readonly Part[];
  /** The first is the one that people start. */
  readonly workflowTypes: readonly [string, ...string[]];
  /** The search attribute that holds the stage; without one, only snapshots tell the stage. */
  readonly stageAttribute?: StageAttribute;
  /** The id of the workflow that goes on with the case after the first, which then tells only its last stage. */
  next?(result: R): string | undefined;
  end(result: R): End;
}

/** One kind of case: all that programs beside its workflows know of it. */
export interface CaseKind<R extends object = object> extends Row<R> {
  readonly stages: Readonly<Record<string, StageRow>>;
  readonly commands: CommandTable;
  readonly start?: Start<z.ZodType>;
}

/** One that people start. */
export interface StartableKind<
  S extends z.ZodType = z.ZodType,
  R extends object = object,
> extends CaseKind<R> {
  readonly start: Start<S>;
}

/** A kind of case that no person starts from a file. */
export const kindOf = <R extends object>(row: Row<R>): CaseKind<R> => ({
  ...row,
  stages: Object.fromEntries(row.parts.flatMap(({ stages }) => Object.entries(stages))),
  commands: row.parts.map(({ commands }) => commands).reduce(merged),
});

/** A kind of case that people start. */
export const startable = <S extends z.ZodType, R extends object>(
  row: Row<R> & { readonly start: Start<S> },
): StartableKind<S, R> => ({ ...kindOf(row), start: row.start });

/** A command of both tables may be given to the workflow that runs: in the stages and the roles of both. */
function merged(first: CommandTable, second: CommandTable): CommandTable {
  const all = { ...first, ...second };
  for (const [name, row] of Object.entries(first)) {
    const other = second[name];
    all[name] = other
      ? { ...row, stages: union(row.stages, other.stages), roles: union(row.roles, other.roles) }
      : row;
  }
  return all;
}

const union = <T>(some: readonly T[], more: readonly T[]): T[] => [...new Set([...some, ...more])];
