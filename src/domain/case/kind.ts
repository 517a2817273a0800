import type { z } from 'zod';
import type { KeywordAttribute, StageAttribute } from '../wire/search-attributes';
import type { CommandTable, Role } from './commands';
import type { StageTable } from './waits';

/** The end of a case, in words for people. */
interface End {
  readonly stage: string;
  readonly reason?: string | undefined;
  /** Whether it is a successful end. */
  readonly isGood: boolean;
}

/** The end of a case, with the workflow's result for programs. */
export interface CaseEnd extends End {
  readonly result: object;
}

/** One workflow's part of a case: its section on the page of all stages and commands. */
export interface Part {
  readonly title: string;
  /** The id of its workflow, with placeholders. */
  readonly workflow: string;
  readonly stages: StageTable;
  readonly commands: CommandTable;
}

interface Start<S extends z.ZodType> {
  /** The schema of its input file. */
  readonly input: S;
  readonly roles: readonly Role[];
  /** Set where the input names the person who made it. */
  readonly namesMaker?: true;
  reference(input: z.output<S>): string;
  /** One line for Temporal's lists. */
  summary(input: z.output<S>): string;
  attributes?(input: z.output<S>): Readonly<Partial<Record<KeywordAttribute, string>>>;
  /** Temporal's reuse policy for the reference of an ended case; if missing, no reference is used again. */
  readonly reuse?: 'ALLOW_DUPLICATE' | 'ALLOW_DUPLICATE_FAILED_ONLY';
}

/** The one row of a kind of case. */
interface Row<R extends object> {
  readonly noun: string;
  /** The description of its group of commands on the command line. */
  readonly about: string;
  /** A reference and a file for the examples of the help. */
  readonly sample: { readonly reference: string; readonly file?: string };
  /** The role of an actor who names none. */
  readonly usualRole: Role;
  /** In order, where one workflow goes on after another. */
  readonly parts: readonly Part[];
  /** The first is the one that people start. */
  readonly workflowTypes: readonly [string, ...string[]];
  /** The search attribute that holds the stage; without one, only snapshots show the stage. */
  readonly stageAttribute?: StageAttribute;
  /** The id of the workflow that continues the case after the first, which then shows only its last stage. */
  next?(result: R): string | undefined;
  end(result: R): End;
}

/** One kind of case, as programs other than its workflows know it. */
export interface CaseKind<R extends object = object> extends Row<R> {
  readonly stages: StageTable;
  readonly commands: CommandTable;
  readonly start?: Start<z.ZodType>;
}

export interface StartableKind<
  S extends z.ZodType = z.ZodType,
  R extends object = object,
> extends CaseKind<R> {
  readonly start: Start<S>;
}

/** Builds a kind of case that no person starts from a file. */
export const kindOf = <R extends object>(row: Row<R>): CaseKind<R> => ({
  ...row,
  stages: Object.fromEntries(row.parts.flatMap(({ stages }) => Object.entries(stages))),
  commands: row.parts.map(({ commands }) => commands).reduce(merged),
});

/** Builds a kind of case that people start. */
export const startable = <S extends z.ZodType, R extends object>(
  row: Row<R> & { readonly start: Start<S> },
): StartableKind<S, R> => ({ ...kindOf(row), start: row.start });

/** Merges two tables: a command in both is allowed in the stages and the roles of both. */
function merged(first: CommandTable, second: CommandTable): CommandTable {
  const all = { ...first, ...second };
  for (const [name, row] of Object.entries(first)) {
    const other = second[name];
    if (other)
      all[name] = { ...row, stages: union(row.stages, other.stages), roles: union(row.roles, other.roles) };
  }
  return all;
}

const union = <T>(some: readonly T[], more: readonly T[]): T[] => [...new Set([...some, ...more])];
