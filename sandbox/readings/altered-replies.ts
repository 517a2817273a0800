import { isDeepStrictEqual } from 'node:util';
import type { DimensionName, ReadingName } from './dimensions';
import { eventsLook, unitsLook } from './events';
import { instantsLook } from './instants';
import { lendingLook } from './lending-replies';
import { totalsLook } from './lists';
import { type Look, type OutgoingReply, isObject } from './readings';
import { BANKS } from '../money/banks';
import { operationNamed, type OperationName } from '../../src/bank/contract';
import type { BankState } from '../bank-state';
import { SECOND } from '../time/clock';

interface Failure {
  readonly status: string;
  readonly message: string;
  readonly errors?: readonly object[];
}

const bodies: Record<ReadingName<'errorBody'>, (failure: Failure, sent: string) => unknown> = {
  documented: (failure) => failure,
  'errors-only': ({ message, errors }) => ({ errors: errors ?? [{ msg: message }] }),
  nested: ({ message, errors }) => ({ error: { message, ...(errors && { errors }) } }),
  'plain-text': ({ message }) => message,
  echoing: (failure, sent) => ({ ...failure, message: `${failure.message}: ${sent}` }),
};

const errorLook: Look = (reply, readings) =>
  isFailure(reply) ? { ...reply, body: bodies[readings.of('errorBody')](reply.body, reply.sent) } : reply;

const isFailure = (reply: OutgoingReply): reply is OutgoingReply & { body: Failure } =>
  reply.status >= 400 && isObject(reply.body) && typeof reply.body.message === 'string';

interface PayoutStatus {
  readonly reference: string;
  readonly status: string;
  readonly beneficiary: {
    readonly bankCode: string;
    readonly bankName: string;
    readonly accountNumber: string;
    readonly accountName: string;
  };
}

const unknown: Record<ReadingName<'unknownPayout'>, number> = {
  'not-found': 404,
  'bad-request': 400,
  unprocessable: 422,
  'empty-data': 200,
};

/** The answer to an unknown reference. */
const unknownPayoutLook: Look = (reply, readings) => {
  if (reply.operation !== 'getPayoutStatus' || reply.status !== 404) return reply;
  const status = unknown[readings.of('unknownPayout')];
  const empty = { status: 'success', message: 'payout fetched successfully', data: null };
  return { ...reply, status, body: status === 200 ? empty : reply.body };
};

const ENDS = ['SUCCESS', 'FAILED', 'REVERSED'];
const SYNONYMS: Record<string, readonly [string, string]> = {
  SUCCESS: ['SUCCESSFUL', 'COMPLETED'],
  PENDING: ['PROCESSING', 'QUEUED'],
};

const words: Record<ReadingName<'payoutWords'>, (payout: PayoutStatus) => string | null> = {
  documented: ({ status }) => status,
  'lower-case': ({ status }) => status.toLowerCase(),
  synonyms: ({ status, reference }) => SYNONYMS[status]?.[lastCharacterOf(reference) % 2] ?? status,
  null: ({ status }) => (ENDS.includes(status) ? status : null),
};

/** Chooses between two words, always the same one for a payout. */
const lastCharacterOf = (reference: string): number => reference.charCodeAt(reference.length - 1);

type Beneficiary = PayoutStatus['beneficiary'];
const beneficiaries: Record<ReadingName<'beneficiaryShown'>, (sent: Beneficiary) => Beneficiary> = {
  'as-sent': (sent) => sent,
  'other-bank-code': (sent) => ({ ...sent, bankCode: otherCodeOf(sent.bankCode) }),
  'as-registered': (sent) => ({
    ...sent,
    bankName: sent.bankName.trim().toUpperCase(),
    accountName: registeredName(sent.accountName),
  }),
};

/** Converts a bank's three-digit code to its six-digit one, and the reverse. */
function otherCodeOf(code: string): string {
  const bank = BANKS.find(({ cbnBankCode, nipBankCode }) => [cbnBankCode, nipBankCode].includes(code));
  if (!bank) return code;
  return code === bank.nipBankCode ? bank.cbnBankCode : bank.nipBankCode;
}

function registeredName(name: string): string {
  const [first = '', ...others] = name.trim().toUpperCase().split(/\s+/);
  return [first, 'OLUWASEUN', ...others].join(' ');
}

/** The words of a payout's status, and its beneficiary. */
const payoutStatusLook: Look = (reply, readings) => {
  if (reply.operation !== 'getPayoutStatus' || !isObject(reply.body) || !isObject(reply.body.data))
    return reply;
  const payout = reply.body.data as unknown as PayoutStatus;
  const shown = {
    ...payout,
    status: words[readings.of('payoutWords')](payout),
    beneficiary: beneficiaries[readings.of('beneficiaryShown')](payout.beneficiary),
  };
  return { ...reply, body: { ...reply.body, data: shown } };
};

/** The readings that change only the look of a reply, in this order. */
const looks: readonly Look[] = [
  unknownPayoutLook,
  payoutStatusLook,
  lendingLook,
  eventsLook,
  unitsLook,
  totalsLook,
  instantsLook,
  errorLook,
];

const shown: Look = (reply, readings) => looks.reduce((before, look) => look(before, readings), reply);

/** A reply with the readings in force applied. A reading counts as met if it made a difference. */
export const lookOf: Look = (reply, readings) => {
  const given = shown(reply, readings);
  for (const dimension of Object.keys(readings.unusual) as DimensionName[])
    if (!isDeepStrictEqual(given, shown(reply, readings.without(dimension)))) readings.meet(dimension);
  return given;
};

const UNREADABLE_MS = 180 * SECOND;

/** The operation that is never readable under the reading `always`. */
const NEVER_READABLE: OperationName = 'getPayoutStatus';

/** The first read of an operation and the time now, in business milliseconds. */
interface Read {
  readonly operation: OperationName;
  readonly firstAt: number | undefined;
  readonly now: number;
}

const unreadable: Record<ReadingName<'unreadableReply'>, (read: Read) => boolean> = {
  never: () => false,
  once: ({ firstAt }) => firstAt === undefined,
  minutes: ({ firstAt, now }) => now < (firstAt ?? now) + UNREADABLE_MS,
  always: ({ operation }) => operation === NEVER_READABLE,
};

/** Whether the reply of a read is unreadable; by some readings this depends on the operation's first read. */
export function isUnreadable(state: BankState, operation: OperationName): boolean {
  const reading = state.readings.of('unreadableReply');
  if (reading === 'never' || operationNamed(operation).effect !== 'none') return false;
  const firstAt = state.firstReads.get(operation);
  state.firstReads.set(operation, firstAt ?? state.now);
  const isNow = unreadable[reading]({ operation, firstAt, now: state.now });
  if (isNow) state.readings.meet('unreadableReply');
  return isNow;
}
