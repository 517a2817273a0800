import type { StageTable } from '../case/waits';
import { IDENTITY_FIELDS, type IdentityField } from './identity';

export const enrolmentStages = {
  CUSTOMER: { title: 'Customer record', next: ['ACCOUNT', 'CLOSED'] },
  ACCOUNT: { title: 'Account', next: ['KYC', 'CLOSED'] },
  KYC: { title: 'KYC', next: ['VERIFIED', 'REJECTED', 'CLOSED'], waitsFor: 'KYC_DECISION' },
  VERIFIED: { title: 'Verified', next: [], final: true },
  CLOSED: { title: 'Closed', next: [], final: true },
  REJECTED: { title: 'Rejected', next: [], final: true },
} as const satisfies StageTable;

export type EnrolmentStage = keyof typeof enrolmentStages;

/** The end of an enrolment, with the bank's ids of the customer and of their account. */
export type EnrolmentResult = { readonly customerId: string; readonly accountId?: string } & (
  { readonly outcome: 'VERIFIED' } | { readonly outcome: 'REJECTED'; readonly reason: string }
);

/** The end of an enrolment for a loan that joined it, with the fields in which the customers differ. */
export type JoinedResult = EnrolmentResult & { readonly differs: readonly IdentityField[] };

/** Whether an outside message is a valid `JoinedResult`. */
export const isJoinedResult = (given: unknown): given is JoinedResult => {
  const { differs } = Object(given) as Record<string, unknown>;
  const isFields =
    Array.isArray(differs) && differs.every((field) => IDENTITY_FIELDS.includes(field as IdentityField));
  return isFields && isEnrolmentResult(given);
};

function isEnrolmentResult(given: unknown): given is EnrolmentResult {
  const { outcome, customerId, accountId, reason } = Object(given) as Record<string, unknown>;
  if (!isId(customerId) || (accountId !== undefined && !isId(accountId))) return false;
  if (outcome === 'REJECTED') return typeof reason === 'string' && reason.length <= REASON_MAX;
  return outcome === 'VERIFIED' && customerId !== '';
}

/** Longest reason, in characters. */
const REASON_MAX = 1_000;

/** An id of the bank, short enough for a search attribute; empty if the bank has given none. */
const isId = (given: unknown): given is string =>
  typeof given === 'string' && given.length <= 200 && /^[\x21-\x7e]*$/.test(given);
