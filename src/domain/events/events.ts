import { z } from 'zod';
import type { AuditEntry, AuditKind } from '../case/audit';
import { caseOf } from '../wire/workflow-ids';

const kobo = z.int();
const count = z.int().min(0);
const code = z.string().max(250);
const instant = z.iso.datetime();

/** All fields that the data of an event may have. None is personal: no name, account or free text. */
const FIELDS = {
  outcome: code.describe('the stage in which the case ended'),
  command: code.describe('the name of the command'),
  role: code.describe('the role in which it was given'),
  requestId: code.describe('the id of the request that carried it, such as its idempotency key'),
  amountKobo: kobo.describe('the amount, in kobo'),
  dutyKobo: kobo.describe('the stamp duty beside it, in kobo'),
  feeKobo: kobo.describe("the bank's fee, in kobo, where the bank has told it"),
  uniqueRef: code.describe("the bank's own reference"),
  sentAt: instant.describe('when it was sent to the bank'),
  settledAt: instant.describe('when its end was learnt'),
  applicationId: code.describe("the bank's id of the application"),
  customerId: code.describe("the bank's id of the customer"),
  loanId: code.describe("the bank's id of the loan"),
  offerAmountKobo: kobo.describe('the amount of the accepted offer, in kobo'),
  offerMonths: count.describe('its months'),
  disbursedKobo: kobo.describe('what was disbursed, in kobo'),
  repaidKobo: kobo.describe('what was repaid, in kobo'),
  instalments: count.describe('how many instalments it had'),
  rows: count.describe('how many payouts it has'),
  totalKobo: kobo.describe('their sum, in kobo'),
  matched: count.describe('entries that agree'),
  unmatched: count.describe('entries that do not'),
  differenceKobo: kobo.describe('the sum of the differences, in kobo'),
} as const;

type EventField = keyof typeof FIELDS;

/** Fields of the entry itself; the others are facts of the case, which may not know them. */
const ALWAYS: readonly EventField[] = ['outcome', 'command', 'role'];

/** One type of event: the audit entries that produce it, when that happens, and the fields of its data. */
interface EventRow {
  /** The kinds of case; all of them if missing. */
  readonly kinds?: readonly string[];
  readonly entry: AuditKind;
  /** The entry's `what`; if missing, every one that no row above has. */
  readonly what?: string;
  readonly when: string;
  readonly data: readonly EventField[];
}

const PAYOUT = ['payout', 'flush'];
const SETTLED = ['amountKobo', 'dutyKobo', 'feeKobo', 'uniqueRef', 'sentAt', 'settledAt'] as const;
const LOAN = ['customerId', 'applicationId', 'loanId'] as const;
const BATCH = ['rows', 'totalKobo', 'dutyKobo'] as const;
const COMMAND = ['command', 'role', 'requestId'] as const;

/** All events that other systems receive, in the order of a case's life. */
export const events = {
  'loan.started': { kinds: ['loan'], entry: 'start', when: 'a loan application begins', data: [] },
  'loan.disbursing': {
    ...{ kinds: ['loan'], entry: 'stage', what: 'DISBURSEMENT' },
    when: 'everything is agreed, and the lending partner may disburse',
    data: [...LOAN, 'offerAmountKobo', 'offerMonths'],
  },
  'loan.disbursed': {
    ...{ kinds: ['loan'], entry: 'result', what: 'DISBURSED' },
    when: 'the loan has been disbursed; its repayment begins',
    data: [...LOAN, 'offerAmountKobo', 'offerMonths'],
  },
  'loan.ended': {
    ...{ kinds: ['loan'], entry: 'result' },
    when: 'a loan application ends without a disbursement',
    data: ['outcome', ...LOAN],
  },
  'repayment.started': {
    ...{ kinds: ['repayment'], entry: 'start' },
    when: 'the repayment of a disbursed loan begins; its reference is the id of the loan',
    data: ['loanId', 'customerId', 'disbursedKobo'],
  },
  'loan.closed': {
    ...{ kinds: ['repayment'], entry: 'result' },
    when: 'a loan is fully repaid',
    data: ['outcome', 'loanId', 'customerId', 'disbursedKobo', 'repaidKobo', 'instalments'],
  },
  'enrolment.started': {
    kinds: ['enrolment'],
    entry: 'start',
    when: 'the enrolment of a customer begins',
    data: [],
  },
  'enrolment.verified': {
    ...{ kinds: ['enrolment'], entry: 'result', what: 'VERIFIED' },
    when: 'the bank has verified the customer',
    data: ['customerId'],
  },
  'enrolment.rejected': {
    ...{ kinds: ['enrolment'], entry: 'result', what: 'REJECTED' },
    when: 'the bank has rejected the customer',
    data: ['customerId'],
  },
  'enrolment.closed': {
    ...{ kinds: ['enrolment'], entry: 'result' },
    when: 'people have ended an enrolment',
    data: ['outcome', 'customerId'],
  },
  'payout.started': {
    kinds: PAYOUT,
    entry: 'start',
    when: 'a payout begins; nothing is sent yet',
    data: ['amountKobo'],
  },
  'payout.sending': {
    ...{ kinds: PAYOUT, entry: 'stage' },
    when: 'a payout has what it needs, and is about to be sent to the bank',
    data: ['amountKobo', 'dutyKobo'],
  },
  'payout.succeeded': {
    ...{ kinds: PAYOUT, entry: 'result', what: 'SUCCESS' },
    when: 'the bank has paid it',
    data: SETTLED,
  },
  'payout.failed': {
    ...{ kinds: PAYOUT, entry: 'result', what: 'FAILED' },
    when: 'the bank has failed to pay it',
    data: SETTLED,
  },
  'payout.reversed': {
    ...{ kinds: PAYOUT, entry: 'result', what: 'REVERSED' },
    when: 'the money came back, perhaps days after `payout.succeeded`',
    data: SETTLED,
  },
  'payout.cancelled': {
    ...{ kinds: PAYOUT, entry: 'result' },
    when: 'it ended before it was sent',
    data: ['outcome', 'amountKobo'],
  },
  'batch.started': {
    ...{ kinds: ['batch'], entry: 'start' },
    when: 'a batch of payouts begins; its rows are checked',
    data: [...BATCH],
  },
  'batch.paying': {
    ...{ kinds: ['batch'], entry: 'stage' },
    when: 'a batch is approved, and its payouts begin',
    data: [...BATCH],
  },
  'batch.finished': {
    ...{ kinds: ['batch'], entry: 'result' },
    when: 'a batch ends: every row has its result, or nothing more is paid',
    data: ['outcome', ...BATCH],
  },
  'limits.started': {
    ...{ kinds: ['limits'], entry: 'start' },
    when: "a change of an account's limits begins",
    data: [],
  },
  'limits.setting': {
    ...{ kinds: ['limits'], entry: 'stage' },
    when: 'the change is approved, and about to be sent to the bank',
    data: [],
  },
  'limits.ended': {
    ...{ kinds: ['limits'], entry: 'result' },
    when: 'the change ends',
    data: ['outcome'],
  },
  'reconciliation.started': {
    ...{ kinds: ['reconciliation'], entry: 'start' },
    when: 'a reconciliation begins',
    data: [],
  },
  'reconciliation.ended': {
    ...{ kinds: ['reconciliation'], entry: 'result' },
    when: 'a reconciliation ends: nothing differs, or people have settled what did',
    data: ['outcome', 'matched', 'unmatched', 'differenceKobo'],
  },
  'case.command_proposed': {
    entry: 'proposal',
    when: 'a command waits for a second person',
    data: COMMAND,
  },
  'case.command_taken': {
    entry: 'command',
    when: 'a case carries out a command of a person or a program',
    data: COMMAND,
  },
} as const satisfies Record<string, EventRow>;

export type EventType = keyof typeof events;

export const eventTypes = Object.keys(events) as readonly EventType[];
const rows = Object.entries<EventRow>(events) as readonly [EventType, EventRow][];

/** The schema of the data of a type of event. */
export const dataOf = (type: EventType) =>
  z.object(
    Object.fromEntries(
      events[type].data.map((name) => [name, ALWAYS.includes(name) ? FIELDS[name] : FIELDS[name].optional()]),
    ),
  );

/** The schema of an event as other systems receive it, by webhook or by the desk's feed. */
export const envelopeOf = (type: EventType) =>
  z.object({
    id: z.uuid().describe('the same each time that the event is told'),
    type: z.literal(type),
    occurredAt: instant.describe('business time'),
    kind: code.describe('the kind of case'),
    reference: code.describe('its reference'),
    number: z.int().min(1).describe('which event of its case, from 1 on without a hole'),
    data: dataOf(type),
  });

/** Belongs to no case: a person tries an endpoint with it. */
export const TEST_EVENT = 'endpoint.test';
export const testEvent = z.object({
  id: z.uuid(),
  type: z.literal(TEST_EVENT),
  occurredAt: instant.describe('real time'),
  data: z.strictObject({}),
});

/** An event as other systems receive it. */
export type CaseEvent = Readonly<z.output<ReturnType<typeof envelopeOf>>>;

/** The event that other systems receive for an audit entry; `undefined` if they receive none. */
export function eventOf(
  caseId: string,
  { kind: entry, what, role, requestId, facts }: AuditEntry,
): Pick<CaseEvent, 'type' | 'data'> | undefined {
  const { kind } = caseOf(caseId);
  const found = rows.find(
    ([, row]) =>
      row.entry === entry &&
      (row.kinds?.includes(kind) ?? true) &&
      (row.what === undefined || row.what === what),
  );
  if (!found) return undefined;
  const [type, { data }] = found;
  const given: Readonly<Record<string, unknown>> = {
    ...facts,
    ...{ outcome: what, command: what, role, requestId },
  };
  const told = data
    .map((name) => [name, FIELDS[name].safeParse(given[name]).data] as const)
    .filter(([, value]) => value !== undefined);
  return { type, data: Object.fromEntries(told) };
}

/** The name of an endpoint, by which commands address it. */
export const endpointName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, {
  error: 'must be 1 to 40 small letters, digits and hyphens, and begin with a letter or digit',
});

/** Where events are posted. Only workers with EVENTS_PRIVATE_ENDPOINTS=allow post without TLS. */
export const endpointAddress = z
  .url({
    protocol: /^https?$/,
    error: 'must be an https address, such as https://app.example/hooks',
    abort: true,
  })
  .max(2_000, { error: 'must have at most 2000 characters' })
  .refine((url) => new URL(url).username === '' && new URL(url).password === '', {
    error: 'must hold no password',
  });
