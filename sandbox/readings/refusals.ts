import { refusals, type Refusal } from '../../src/bank/contract/refusals';
import type { DimensionName, ReadingName } from './dimensions';
import type { Readings } from './readings';

type RefusalsByReading = {
  readonly [D in DimensionName]?: { readonly [R in ReadingName<D>]?: OutgoingRefusal };
};

/** Refusals of readings, in undocumented words. */
const refusalsByReading: RefusalsByReading = {
  duplicatePayout: {
    conflict: { status: 409, message: 'This transfer was received before' },
  },
  unreachableBank: {
    'other-words': { status: 402, message: 'Destination institution not available at the moment' },
    unavailable: { status: 503, message: 'Service temporarily unavailable' },
  },
  secondCustomer: {
    conflict: { status: 409, message: 'This person is on record' },
    'bad-request': { status: 400, message: 'This BVN belongs to another record' },
  },
  repeatedStep: {
    'bad-request': { status: 400, message: 'This request was processed before' },
    unprocessable: { status: 422, message: 'The record does not allow this transition' },
  },
  usedApplication: {
    'bad-request': { status: 400, message: 'An application with this reference exists' },
  },
  notRegistered: {
    'bad-request': { status: 400, message: 'The record is not ready' },
    'not-found': { status: 404, message: 'No such record in the lending engine' },
  },
  decisioning: {
    'by-itself': { status: 422, message: 'The application is with the credit team' },
  },
  charge: {
    'nothing-due': { status: 400, message: 'There is no repayment to collect today' },
  },
  usedCharge: {
    'bad-request': { status: 400, message: 'A repayment with this reference exists' },
  },
  loanAfterPayoff: {
    'bad-request': { status: 400, message: 'The customer has no running loan' },
    'not-found': { status: 404, message: 'No active loan' },
  },
};

export type GateName = Extract<keyof typeof refusals, `gate${string}`>;

/** The refusals before the post-offer KYC, in undocumented sentences. */
export const gatesInOtherWords: Readonly<Record<GateName, Refusal>> = {
  gateTerms: { status: 400, message: 'Terms and conditions are outstanding' },
  gateOffer: { status: 400, message: 'No accepted offer on file' },
  gateBoardResolution: { status: 400, message: 'A resolution of the board is outstanding' },
  gateBoardResolutionReview: { status: 400, message: 'Your resolution of the board was sent back' },
  gateGuarantor: { status: 400, message: 'A guarantee is outstanding' },
};

/** The refusal of the reading in force; `undefined` if it does not refuse in words of its own. */
export function refusalAsRead(readings: Readings, dimension: DimensionName): OutgoingRefusal | undefined {
  const refusalsHere: Readonly<Record<string, OutgoingRefusal>> = refusalsByReading[dimension] ?? {};
  const refusal = refusalsHere[readings.of(dimension)];
  if (refusal) readings.meet(dimension);
  return refusal;
}

/** Refuses if the reading in force does. */
export function refuseAsRead(readings: Readings, dimension: DimensionName): void {
  const refusal = refusalAsRead(readings, dimension);
  if (refusal) refuse(refusal);
}

/** One entry of a failure's `errors`. */
export interface FieldError {
  readonly msg: string;
  readonly param?: string;
}

/** A refusal on its way out. Its status and words may be undocumented, by a reading. */
type OutgoingRefusal = Pick<Refusal, 'message'> & { readonly status: number };

/** Thrown by a handler that answers with a refusal. */
export class Refused extends Error {
  constructor(
    readonly refusal: OutgoingRefusal,
    readonly param?: string,
  ) {
    super(refusal.message);
  }
}

/** Thrown while reading a request whose fields are wrong: 400, with all causes. */
export class Malformed extends Error {
  constructor(readonly causes: readonly FieldError[]) {
    super(causes[0]?.msg ?? 'bad request');
  }
}

/** Answers with a refusal; `param` names the field that caused it. */
export function refuse(refusal: OutgoingRefusal, param?: string): never {
  throw new Refused(refusal, param);
}
