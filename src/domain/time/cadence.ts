import { pollDelay, type Clock } from './clock';

/** How often to ask about something: soon at first, then ever more slowly, never stopping. Seconds. */
export interface Cadence {
  readonly firstSeconds: number;
  /** The next wait as a share of the time already waited: 0.25 after an hour means a quarter of an hour. */
  readonly growth: number;
  readonly slowestSeconds: number;
}

/** Why a poll reads: by its cadence; a person's recheck, at once; an event, once the rate limiter can spare a read. */
export type Trigger = 'schedule' | 'recheck' | 'event';

/** A cadence, with its clock and trigger. */
export interface Pace {
  readonly cadence: Cadence;
  readonly clock: Clock;
  readonly trigger: Trigger;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const cadences = {
  // A customer who dropped out keeps an enrolment waiting for good, which may cost one look a week at most.
  kyc: { firstSeconds: MINUTE, growth: 0.5, slowestSeconds: 7 * 24 * HOUR },
  bankStatement: { firstSeconds: MINUTE, growth: 0.5, slowestSeconds: 6 * HOUR },
  registration: { firstSeconds: 20, growth: 0.5, slowestSeconds: HOUR },
  decision: { firstSeconds: 2 * MINUTE, growth: 0.5, slowestSeconds: 6 * HOUR },
  expiredOffer: { firstSeconds: HOUR, growth: 0.5, slowestSeconds: 7 * 24 * HOUR },
  guarantor: { firstSeconds: HOUR, growth: 0.5, slowestSeconds: 12 * HOUR },
  disbursement: { firstSeconds: HOUR, growth: 0.5, slowestSeconds: 12 * HOUR },
  firstSchedule: { firstSeconds: MINUTE, growth: 0.5, slowestSeconds: 6 * HOUR },
  // Five hours do not divide a day of grace, at whose end the case reads the schedule anyway.
  repayment: { firstSeconds: 5 * HOUR, growth: 0.25, slowestSeconds: 3 * 24 * HOUR },
  bankUptime: { firstSeconds: MINUTE, growth: 0.25, slowestSeconds: 15 * MINUTE },
  // Most payouts settle within 45 seconds, so that one look suffices.
  payout: { firstSeconds: 45, growth: 0.5, slowestSeconds: 2 * HOUR },
} as const satisfies Record<string, Cadence>;

export type CadenceName = keyof typeof cadences;

/** Business seconds to wait before asking again, after `waitedSeconds` of asking. */
export function nextWaitSeconds(cadence: Cadence, waitedSeconds: number): number {
  const proportional = Math.max(0, waitedSeconds) * cadence.growth;
  return Math.min(cadence.slowestSeconds, Math.max(cadence.firstSeconds, proportional));
}

/** Whether a poll that began at an instant (both ISO 8601) has not asked for the first time yet. */
export const isFirstReadAhead = ({ firstSeconds }: Cadence, since: string, now: string): boolean =>
  Date.parse(now) - Date.parse(since) < firstSeconds * 1_000;

/** The shortest wait between two looks where calls cost next to nothing, in seconds. */
const QUICKEST_SECONDS = 0.02;

/**
 * Real milliseconds to wait before asking again, after `waitedMs` real milliseconds of asking. `backOff` is 1 where
 * calls are scarce; where they are not, the first waits are shorter.
 */
export function nextPollDelayMs({ cadence, clock }: Pace, waitedMs: number, backOff = 1): number {
  const waitedSeconds = (waitedMs * clock.rate) / 1000;
  const firstSeconds = Math.max(QUICKEST_SECONDS, cadence.firstSeconds * backOff);
  const seconds = nextWaitSeconds({ ...cadence, firstSeconds }, waitedSeconds);
  return pollDelay(clock, seconds * 1000, backOff);
}
