import type { PlannedCase, Step } from '../../programs/program';
import type { Defect } from '../defect';

const BOOK = 'src/domain/repayment/book.ts';
const CHARGES = 'src/activities/charges.ts';
const CHARGING = 'src/workflows/repayment/following.ts';
const FIELDS = 'src/bank/contract/fields.ts';
const DECISION = 'src/domain/repayment/next-act.ts';

/** A loan whose borrower pays nothing and has the money, charged by officers and policy. */
export const LATE_LOAN: PlannedCase = {
  kind: 'repayment',
  principalKobo: 1_000_000,
  months: 2,
  policy: { mode: 'charge', graceDays: 1, maximumAttempts: 3, retryAfterDays: 1 },
  borrower: { stopsAfter: 0 },
  funded: true,
};

const chargeNow = (person: number): Step => ({
  do: 'tell',
  case: 0,
  command: 'chargeNow',
  person,
  choice: 0,
});

/** Repairs of loans and their repayments, taken back. */
export const lendingDefects: readonly Defect[] = [
  {
    name: 'P3 (booked)',
    seed: 7,
    hint: {
      readings: { charge: 'pending-success', chargeSettlement: 'after-30-hours' },
      cases: [LATE_LOAN],
      row: [
        { do: 'wait', minutes: 8 * 24 * 60 },
        { do: 'lose', results: 1, how: 'killed' },
        chargeNow(1),
        chargeNow(2),
        { do: 'bank', act: 'borrowerPays', case: 0, share: 0.1 },
        { do: 'wait', minutes: 60 },
      ],
    },
    what: 'whatever is paid after a charge was sent is taken for that charge',
    replacements: [
      {
        file: BOOK,
        text: '    return paid > charge.paidBeforeKobo && paid === paidAfter(charge, totalDueKobo);',
        by: '    return paid > charge.paidBeforeKobo;',
      },
    ],
  },
  {
    name: 'P3 (read)',
    seed: 2172,
    what: 'nobody reads what the borrower has paid right before a charge',
    replacements: [
      {
        file: CHARGES,
        text: "      if (!isSameSchedule(instalments, known)) return { status: 'CHANGED', takenKobo: 0, instalments };",
        by: '      void isSameSchedule;',
      },
    ],
  },
  {
    name: 'P4 (attempts)',
    hint: {
      cases: [{ ...LATE_LOAN, funded: false }],
      row: [
        { do: 'tell', case: 0, command: 'pauseCharging', person: 1, choice: 0 },
        { do: 'wait', minutes: 10 * 24 * 60 },
        { do: 'tell', case: 0, command: 'resumeCharging', person: 1, choice: 0 },
        { do: 'wait', minutes: 60 },
      ],
    },
    what: 'attempts to charge count from the due date, so that all are due at once after a pause',
    replacements: [
      {
        file: DECISION,
        text: '  return Math.max(dueAt(dueOn), ...before.map(({ madeAtMs }) => madeAtMs + policy.retryAfterDays * DAY_MS));',
        by: '  return dueAt(dueOn) + (before.length > 0 ? made.length : 0) * policy.retryAfterDays * DAY_MS;',
      },
    ],
  },
  {
    name: 'P4 (old schedule)',
    seed: 2,
    hint: {
      readings: { scheduleContent: 'behind' },
      cases: [LATE_LOAN],
      row: [{ do: 'wait', minutes: 8 * 24 * 60 }, chargeNow(1), chargeNow(2), chargeNow(1), chargeNow(2)],
    },
    what: 'a schedule that does not show yet what a charge took is believed, and charged by again',
    replacements: [
      {
        file: BOOK,
        text: "      if (charge.status === 'TAKEN' && !charge.isElsewhere)\n        this.isPaidAtLeast(",
        by: "      if (charge.status === 'BEGUN' && !charge.isElsewhere)\n        this.isPaidAtLeast(",
      },
    ],
  },
  {
    name: 'P5',
    seed: 10994,
    what: 'a charge is named by the place of its instalment in the schedule, so that a reference comes twice',
    replacements: [
      {
        file: BOOK,
        text: '      reference: chargeReference(loanReference, dueOn, this.attempts + 1),',
        by: "      reference: `${loanReference}-d${String(this.listed.findIndex((one) => one.dueOn === dueOn) + 1).padStart(8, '0')}-a${this.madeFor(dueOn).length + 1}`,",
      },
    ],
  },
  {
    name: 'P6 (offer)',
    seed: 427,
    what: 'the text of an offer’s end reaches workflow code unread',
    replacements: [
      {
        file: FIELDS,
        text: 'export const optionalInstant = z.string().transform(instantOf).nullish();',
        by: 'export const optionalInstant = z.string().nullish();',
      },
    ],
  },
  {
    name: 'P6 (due date)',
    seed: 2135,
    what: 'the text of a due date reaches workflow code unread',
    replacements: [
      {
        file: FIELDS,
        text: "export const day = meaning('day', dayOf);",
        by: 'export const day = z.string();',
      },
    ],
  },
  {
    name: 'P11',
    seed: 2058,
    what: 'a refused charge waits for a person, and its loan does nothing else',
    replacements: [
      {
        file: CHARGING,
        text: '    if (refused || isRefusedByGate(error))',
        by: '    if (isRefusedByGate(error) && refused)',
      },
    ],
  },
  {
    name: 'P12',
    hint: {
      readings: { charge: 'pending-success', chargeSettlement: 'after-30-hours' },
      cases: [LATE_LOAN],
      row: [
        { do: 'lose', results: 1, how: 'killed' },
        ...[1, 2].map((person) => chargeNow(person)),
        { do: 'wait', minutes: 10 },
        ...[1, 2].map((person) => chargeNow(person)),
      ],
    },
    what: 'an officer may charge again while it is unknown what became of a charge',
    replacements: [
      {
        file: 'src/workflows/repayment/steering.ts',
        text: '  if (repayment.book.open) return ',
        by: "  if (repayment.book.open?.status === 'PENDING') return ",
      },
      {
        file: DECISION,
        text: '  if (open) return follow(open, known, untilMs);',
        by: "  if (open && (open.status !== 'UNANSWERED' || !book.asked)) return follow(open, known, untilMs);",
      },
    ],
  },
];
