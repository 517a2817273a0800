import { operationNamed, type OperationName } from '../../src/bank/contract';
import type { Fault } from '../../sandbox/faults';
import type { BankState } from '../../sandbox/bank-state';

/** Whose calls a fault is to hit: a borrower with one loan, or a payout. */
export interface Target {
  readonly reference: string;
  readonly bvn?: string;
}

const customerOf = ({ customers }: BankState, { bvn }: Target) =>
  customers.all().find(({ profile }) => profile.bvn === bvn)?.profile.id;
const applicationOf = ({ applications }: BankState, { reference }: Target) =>
  applications.all().find(({ request }) => request.reference === reference)?.id;
const loanOf = ({ loans }: BankState, applicationId: string | undefined) =>
  loans.all().find((loan) => loan.applicationId === applicationId)?.id;

/** Fields by which a request shows whom it is about, the most telling first. */
const identities: Record<string, (bank: BankState, target: Target) => string | undefined> = {
  loanId: (bank, target) => loanOf(bank, applicationOf(bank, target)),
  applicationId: applicationOf,
  customerId: customerOf,
  customer_id: customerOf,
  bvn: (_, { bvn }) => bvn,
  reference: (_, { reference }) => reference,
};

const UNKNOWN = 'not known yet';

/**
 * What the requests of an operation have in common when they are about one target. Ids are looked up when a call is
 * there, since they are not known before.
 */
function matching(bank: BankState, operation: OperationName, target: Target): NonNullable<Fault['when']> {
  const { params, query, body } = operationNamed(operation);
  const fields = { ...params?.shape, ...query?.shape, ...body?.shape };
  const field = Object.keys(identities).find((name) => name in fields);
  const identify = identities[field ?? ''];
  if (!identify || !field) throw new Error(`${operation} does not show whom it is about`);
  const lookUp = { enumerable: true, get: () => identify(bank, target) ?? UNKNOWN };
  return Object.defineProperty({}, field, lookUp);
}

type Kind<F> = F extends Fault ? Omit<F, 'operations' | 'when' | 'probability' | 'count'> : never;

/** Plants a fault for the next call of an operation that is about one target. */
export const plantFor = (bank: BankState, operation: OperationName, target: Target, kind: Kind<Fault>) =>
  bank.faults.plant({
    ...kind,
    operations: [operation],
    when: matching(bank, operation, target),
    probability: 1,
    count: 1,
  });
