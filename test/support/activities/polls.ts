import { createPolls, type Polls } from '../../../src/activities/polling/awaited-statuses';
import { readStatuses } from '../../../src/activities/polling/status-sources';
import type { Pace } from '../../../src/domain/time/cadence';
import { REAL_TIME } from '../../../src/domain/time/clock';
import type { BankClient } from '../../../src/bank/client';
import { attempt, bankWith } from '../fake-bank';
import { nowOrNever } from './virtual-bank';

const cadence = { firstSeconds: 30, growth: 0.25, slowestSeconds: 3_600 };
export const pace: Pace = { cadence, clock: REAL_TIME, trigger: 'recheck' };
const timing = { now: () => 0, after: nowOrNever };
const terms = { clock: REAL_TIME, timing, openPolls: { longestMs: 0, most: 0 } };
export const application = { applicationId: 'a-1', pace };

/** Runs one attempt of a poll against a bank whose one operation answers like this. */
export function look<Name extends keyof Polls>(
  poll: Name,
  input: Parameters<Polls[Name]>[0],
  operation: keyof BankClient,
  answer: unknown,
  info = {},
) {
  const call = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
  const polls = createPolls(readStatuses(bankWith({ [operation]: call }), terms));
  return attempt(info).run(polls[poll] as (given: unknown) => Promise<unknown>, input);
}
