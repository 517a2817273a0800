import type { Committed } from '../sandbox/committed-log';
import type { BankState } from '../sandbox/bank-state';
import type { Target } from './faults/fault-target';
import type { TestEnvironment } from './test-environment';
import type { TargetCase } from './target-cases';

/** How something ended, and what was committed for it. */
export interface Outcome {
  readonly end: string;
  readonly entries: readonly Committed[];
}

/** Everything that was committed about one target: its customer, applications, guarantors and loans, its payout. */
export function committedFor(bank: BankState, { reference, bvn }: Target): Committed[] {
  const customers = bank.customers.all().flatMap(({ profile }) => (profile.bvn === bvn ? [profile.id] : []));
  const applications = bank.applications
    .all()
    .filter(({ request }) => request.reference === reference || customers.includes(request.customer_id));
  const theirs = ({ applicationId }: { applicationId: string }) =>
    applications.some(({ id }) => id === applicationId);
  const ids = [
    ...[reference, ...customers],
    ...[...applications, ...bank.guarantors.all().filter(theirs), ...bank.loans.all().filter(theirs)].map(
      ({ id }) => id,
    ),
  ];
  return bank.committed
    .list()
    .filter(({ key, note }) => ids.includes(key.split(' ')[0] ?? '') || ids.includes(note ?? ''));
}

/** The largest count of one effect for one key: 1 when nothing happened twice, 0 when nothing happened. */
export function largestCount(entries: readonly Committed[]): number {
  const counts = new Map<string, number>();
  for (const { effect, key } of entries)
    counts.set(`${effect} ${key}`, (counts.get(`${effect} ${key}`) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** What one outcome committed otherwise than another, an effect a line; nothing when both fared the same. */
export function differences({ entries }: Outcome, model: Outcome): string[] {
  const names = new Set([...entries, ...model.entries].map(({ effect }) => effect));
  return [...names].flatMap((name) => {
    const [count, usual] = [entries, model.entries].map(
      (list) => list.filter(({ effect }) => effect === name).length,
    );
    return count === usual ? [] : [`${name}: ${count} instead of ${usual}`];
  });
}

/** Runs something while nothing goes wrong: the model for all that is attacked. */
export async function controlRun({ sandbox }: TestEnvironment, target: TargetCase): Promise<Outcome> {
  return { end: await target.run(), entries: committedFor(sandbox.state, target) };
}
