import { dimensionNames, readingsOf, type DimensionName } from '../../sandbox/readings/dimensions';
import type { Fault } from '../../sandbox/faults';
import { Random } from '../../sandbox/random';
import type { ChosenReadings } from '../../sandbox/readings/readings';
import type { Course } from '../../sandbox/scenarios/courses';
import { FLUSHED_ACCOUNT, PAYING_ACCOUNT } from '../readings/lender';
import { contradicts, faultOf } from '../readings/plans';
import { BANK_ACTS, type PlannedCase, type PlannedCourse, type Program, type Step } from './program';

const MINUTE = 1;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Draws whatever a program is made of. */
class Draw {
  constructor(readonly random: Random) {}

  chance = (share: number): boolean => this.random.fraction() < share;
  between = (least: number, most: number): number =>
    least + Math.floor(this.random.fraction() * (most - least + 1));
  one = <T>(values: readonly T[]): T => values[Math.floor(this.random.fraction() * values.length)]!;

  /** One of these, by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, make: () => T])[]): T {
    let left = this.random.fraction() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of choices) if ((left -= weight) < 0) return make();
    return choices[0]![1]();
  }
}

/** The program of a seed: the same every time. */
export function programOf(seed: number): Program {
  const draw = new Draw(new Random(`program ${seed}`));
  const world = draw.one(['payments', 'lending', 'both'] as const);
  const cases = casesIn(draw, world);
  const hasPayments = world !== 'lending';
  const beginsAt = beginning(draw);
  const readings = readingsIn(draw);
  return {
    seed,
    beginsAt,
    readings,
    policy: {
      approvals: hasPayments ? draw.one([0, 0, 1, 1, 2]) : 0,
      ...(draw.chance(0.2) && { perAccountKobo: draw.one([60_000, 150_000, 400_000]) }),
    },
    eventsLost: draw.one([0, 0, 0.3, 1]),
    cases,
    steps: stepsFor(draw, cases, world === 'lending').filter(
      (step) => step.do !== 'break' || !contradicts(readings, step.fault),
    ),
  };
}

const UNUSUAL_SHARE = 0.12;
/** Limits take windows of real waiting; signatures are for a receiver, which programs have none of. */
const LEFT_OUT: readonly DimensionName[] = ['rateLimitHeaders', 'burstLimit', 'webhookSignature', 'units'];

/** The third of February is then the second of March, and nobody can tell. */
const UNKNOWABLE = 'turned-round';

function readingsIn(draw: Draw): ChosenReadings {
  if (draw.chance(0.3)) return {};
  const chosen = dimensionNames.filter((name) => !LEFT_OUT.includes(name) && draw.chance(UNUSUAL_SHARE));
  const drawn = chosen.map((name) => [name, draw.one(readingsOf(name).slice(1))] as const);
  return Object.fromEntries(drawn.filter(([, reading]) => reading !== UNKNOWABLE));
}

/** Ordinary days, the last days of months, a leap day, the end of a year; by day, and around midnight in Lagos. */
function beginning(draw: Draw): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = draw.one([
    '01-30',
    '01-31',
    '02-27',
    '03-31',
    '12-31',
    `${pad(draw.between(1, 12))}-${pad(draw.between(1, 28))}`,
  ]);
  const time = draw.one(['23:50', '00:10', `${pad(draw.between(7, 19))}:${pad(draw.between(0, 59))}`]);
  return `${day}T${time}`;
}

function casesIn(draw: Draw, world: 'payments' | 'lending' | 'both'): PlannedCase[] {
  const lending = Array.from(
    { length: world === 'payments' ? 0 : draw.between(1, world === 'both' ? 1 : 3) },
    () => (draw.chance(0.12) ? ({ kind: 'loan', months: draw.between(1, 2) } as const) : repaymentIn(draw)),
  );
  const payments = Array.from(
    { length: world === 'lending' ? 0 : draw.between(2, world === 'both' ? 3 : 5) },
    () => paymentIn(draw),
  );
  return [...payments, ...lending];
}

const paymentIn = (draw: Draw): PlannedCase =>
  draw.weighted<PlannedCase>([
    [
      10,
      () => ({
        kind: 'payout',
        amountKobo: draw.one([20_000, 50_000, 120_000, 2_500_000]),
        source: draw.chance(0.85) ? PAYING_ACCOUNT : FLUSHED_ACCOUNT,
        holder: draw.weighted([
          [7, () => 'match' as const],
          [1, () => 'close' as const],
          [2, () => 'other' as const],
        ]),
        course: courseIn(draw),
      }),
    ],
    [
      2,
      () => ({
        kind: 'flush',
        amountKobo: 0,
        source: FLUSHED_ACCOUNT,
        holder: 'match',
        course: courseIn(draw),
      }),
    ],
    [
      2,
      () => ({
        kind: 'batch',
        rows: Array.from({ length: draw.between(2, 3) }, (_, place) => ({
          amountKobo: 20_000 + place,
          course: courseIn(draw),
        })),
      }),
    ],
    [1.5, () => ({ kind: 'limits', dailyNaira: draw.between(1_000, 90_000) })],
  ]);

const courseIn = (draw: Draw): PlannedCourse => ({
  ...draw.weighted<PlannedCourse>([
    [6, () => ({})],
    [1, () => ({ ends: 'FAILED' })],
    [1, () => ({ ends: 'FAILED', afterSeconds: 1_800 })],
    [1, () => ({ afterSeconds: 21_600 })],
    [1, () => ({ shows: 'UNDER_REVIEW', afterSeconds: 3_600 })],
    [1, () => ({ ends: 'NEVER' })],
    [2, () => ({ reversedAfterSeconds: draw.one([600, 86_400, 3 * 86_400, 9 * 86_400]) })],
  ]),
  ...(draw.chance(0.35) && {
    refusal: draw.one([
      'bankRefused',
      'insufficientBalance',
      'accountLocked',
      'transferLimitExceeded',
    ] as const),
    refusedTimes: draw.between(1, 3),
  }),
});

const repaymentIn = (draw: Draw): PlannedCase => ({
  kind: 'repayment',
  principalKobo: draw.one([300_000, 1_000_000, 1_000_001]),
  months: draw.between(1, 4),
  policy: draw.chance(0.8)
    ? {
        mode: 'charge',
        graceDays: draw.between(0, 3),
        maximumAttempts: draw.between(1, 5),
        retryAfterDays: draw.between(1, 4),
      }
    : { mode: 'observe', graceDays: draw.between(0, 3) },
  borrower: draw.weighted<Partial<Course<'borrower'>>>([
    [3, () => ({ stopsAfter: 0 })],
    [1, () => ({ awaitsCharge: true })],
    [1, () => ({ share: 0.5 })],
    [1, () => ({ lateDays: draw.between(1, 10) })],
    [1, () => ({ stopsAfter: 1, catchesUpAfterDays: 20 })],
  ]),
  funded: draw.chance(0.7),
});

const WAITS = {
  soon: [1, 1, 2, 5, 30, HOUR, 3 * HOUR, 8 * HOUR],
  days: [DAY, DAY, 2 * DAY, 3 * DAY + 2 * HOUR, 5 * DAY, 10 * DAY],
  weeks: [9 * HOUR, DAY, 3 * DAY, 7 * DAY, 15 * DAY, 31 * DAY],
};

function stepsFor(draw: Draw, cases: readonly PlannedCase[], isLending: boolean): Step[] {
  const steps: Step[] = [];
  const length = draw.between(12, 45);
  cases.forEach((_, place) => {
    if (place === 0 || draw.chance(0.6)) steps.push({ do: 'start', case: place });
  });
  for (let place = 0; place < length; place++) steps.push(stepIn(draw, cases, isLending));
  return steps;
}

/** None about the rate limit: its windows pass in real time, which stands still while an activity waits for them. */
function faultIn(draw: Draw): Fault {
  const fault = faultOf(draw.one, draw.random);
  return fault.kind === 'rate-limited' ? faultIn(draw) : fault;
}

const stepIn = (draw: Draw, cases: readonly PlannedCase[], isLending: boolean): Step => {
  const anyCase = () => draw.between(0, cases.length - 1);
  return draw.weighted<Step>([
    [
      11,
      () => ({
        do: 'wait',
        minutes: draw.one(
          draw.chance(0.55) && !isLending
            ? WAITS.soon
            : draw.chance(0.5)
              ? WAITS.days
              : isLending
                ? WAITS.weeks
                : WAITS.soon,
        ),
      }),
    ],
    [
      13,
      () => ({
        do: 'tell',
        case: anyCase(),
        command: Math.round(draw.random.fraction() * 100) / 100,
        person: draw.between(1, 3),
        choice: draw.between(0, 5),
        ...(draw.chance(0.1) && { again: draw.one(['atOnce', 'late'] as const) }),
      }),
    ],
    [7, () => ({ do: 'oblige', case: anyCase() })],
    [2, () => ({ do: 'start', case: anyCase() })],
    [3, () => ({ do: 'bank', act: draw.one(BANK_ACTS), case: anyCase(), share: draw.one([0.1, 0.5, 1, 1]) })],
    [3.5, () => ({ do: 'break', fault: faultIn(draw) })],
    [1.5, () => ({ do: 'mend' })],
    [
      2,
      () => ({
        do: 'lose',
        results: draw.between(1, 2),
        how: draw.one(['killed', 'failedByOther'] as const),
      }),
    ],
    [1, () => ({ do: 'database', minutes: draw.one([1, 10, 90]) })],
    [0.7, () => ({ do: 'terminate', case: anyCase(), then: draw.one(['adopt', 'restore'] as const) })],
    [0.7, () => ({ do: 'stricter', approvals: draw.between(1, 2) })],
    [1.5, () => ({ do: 'night' })],
  ]);
};
