import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../sandbox/app';
import type { Work } from './arrivals';
import type { PayOut } from './payouts';

/** One payout of a piece of work; instants in real milliseconds since the epoch, infinite while there is none. */
export interface Course {
  readonly wantedMs: number;
  readonly submittedMs: number;
  readonly settledMs: number;
  readonly confirmedMs: number;
}

/** Patience with what is left after the last payout was wanted, in windows. */
const PATIENCE_WINDOWS = 6;

/** Pays out at the instants of arrival, and tells what became of each. What takes too long is given up. */
export async function carryOut(work: Work, sandbox: Sandbox, payOut: PayOut): Promise<Course[]> {
  const startMs = Date.now();
  const confirmed = new Map<string, number>();
  const one = async (reference: string, afterMs: number) => {
    await sleep(afterMs);
    await payOut(reference);
    confirmed.set(reference, Date.now());
  };
  const wanted = work.arrivalsMs.map((afterMs, index) => ({
    reference: `${work.code}-${index + 1}`,
    afterMs,
  }));
  const all = Promise.all(wanted.map(({ reference, afterMs }) => one(reference, afterMs)));
  await Promise.race([all, sleep(patienceMs(work, sandbox), undefined, { ref: false })]);
  return coursesOf(wanted, startMs, confirmed, sandbox);
}

/** The courses of payouts that were confirmed at known instants, by the bank's log. */
export function coursesOf(
  wanted: readonly { readonly reference: string; readonly afterMs: number }[],
  startMs: number,
  confirmed: ReadonlyMap<string, number>,
  sandbox: Sandbox,
): Course[] {
  const submitted = instantsOf('payout-committed', sandbox);
  const settled = instantsOf('payout-succeeded', sandbox);
  return wanted.map(({ reference, afterMs }) => ({
    wantedMs: startMs + afterMs,
    submittedMs: submitted.get(reference) ?? Infinity,
    settledMs: settled.get(reference) ?? Infinity,
    confirmedMs: confirmed.get(reference) ?? Infinity,
  }));
}

const patienceMs = ({ arrivalsMs }: Work, { settings }: Sandbox) =>
  Math.max(...arrivalsMs) + PATIENCE_WINDOWS * settings.windowSeconds * 1_000;

/** When the bank took each payout, or settled it, in real milliseconds, by its own log. */
function instantsOf(
  effect: 'payout-committed' | 'payout-succeeded',
  { state, clock }: Sandbox,
): Map<string, number> {
  const { rate, realAt, businessAt } = clock.read();
  const real = (at: string) => Date.parse(realAt) + (Date.parse(at) - Date.parse(businessAt)) / rate;
  return new Map(state.committed.list({ effect }).map(({ key, at }) => [key, real(at)]));
}
