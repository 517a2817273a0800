import { z } from 'zod';
import { nairaText } from '../../domain/money/amounts';
import { inputProblems } from '../../input/problems';
import type { ListedCase } from '../../records/projection/list';
import type { Kind, Unreadable } from '../contract/fields';
import { isPromiseBroken, promisedIn } from './case-page';
import { overdueText, todayOf } from './repayments';
import type { ReadOnly } from '../http/run-route';

/** A row of a list, with surplus fields that the contract's schema drops. */
export const caseRowOf = ({ snapshot, names, ...listed }: ListedCase) => ({
  ...snapshot,
  ...names,
  ...listed,
  promisedOn: promisedIn(snapshot),
  isPromiseBroken: isPromiseBroken(snapshot, todayOf(listed.unpaid)),
  overdue: overdueText({ snapshot, names, ...listed }),
  held: heldIn(snapshot),
  stageTitle: titleIn(snapshot),
  kind: listed.kind as Kind,
  since: listed.since.toISOString(),
  startedAt: listed.startedAt.toISOString(),
  changedAt: listed.changedAt.toISOString(),
  disbursedAt: listed.disbursedAt?.toISOString(),
});

/** The title of a case's stage; of a batch that has ended, with what was paid. */
export const titleIn = ({ stageTitle, facts: { paidKobo } }: ListedCase['snapshot']): string =>
  typeof paidKobo === 'number' && paidKobo > 0 ? `${stageTitle}: ${nairaText(paidKobo)} paid` : stageTitle;

/** Who holds a payout back now, and why. */
export const heldIn = ({ facts: { heldBy, heldFor, releasedBy }, ended }: ListedCase['snapshot']) =>
  !ended && typeof heldBy === 'string' && releasedBy === undefined
    ? { by: heldBy, why: String(heldFor) }
    : undefined;

/** The rows that fit the contract. The others come separately, so that they never spoil the list. */
export function readable<S extends z.ZodType>(
  schema: S,
  listed: readonly ListedCase[],
  rowsOf: (one: ListedCase) => readonly ReadOnly<z.input<S>>[],
) {
  const [rows, unreadable]: [z.output<S>[], Unreadable[]] = [[], []];
  for (const one of listed) {
    try {
      rows.push(...rowsOf(one).map((row) => schema.parse(row)));
    } catch (error) {
      const { kind, reference } = one;
      const why = error instanceof z.ZodError ? inputProblems(error).join('; ') : 'its copy is damaged';
      unreadable.push({ kind, reference, why });
    }
  }
  return { rows, unreadable };
}

/** Drops the fields that are `undefined`. */
export const given = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
