import { BANKS } from '../money/banks';
import type { ReadingName } from '../../bank/contract/readings';
import { isObject } from './fields';
import type { Look } from './readings';

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

/** What the bank answers to a reference that it does not know. */
export const unknownPayoutLook: Look = (reply, readings) => {
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

/** The six digits of a bank that was named by three, and the reverse. */
function otherCodeOf(code: string): string {
  const bank = BANKS.find(({ cbnBankCode, nipBankCode }) => [cbnBankCode, nipBankCode].includes(code));
  if (!bank) return code;
  return code === bank.nipBankCode ? bank.cbnBankCode : bank.nipBankCode;
}

function registeredName(name: string): string {
  const [first = '', ...others] = name.trim().toUpperCase().split(/\s+/);
  return [first, 'OLUWASEUN', ...others].join(' ');
}

/** The words of a payout's status, and how it names the beneficiary. */
export const payoutStatusLook: Look = (reply, readings) => {
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
