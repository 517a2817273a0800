import { operationNamed, type OperationName } from '../src/service/contract';
import type { Fault } from '../src/sandbox/faults';
import type { World } from '../src/sandbox/world';

/** Whose calls a fault is to hit: a borrower with one loan, or a payout. */
export interface Target {
  readonly reference: string;
  readonly bvn?: string;
}

const customerOf = ({ customers }: World, { bvn }: Target) =>
  customers.all().find(({ profile }) => profile.bvn === bvn)?.profile.id;
const applicationOf = ({ applications }: World, { reference }: Target) =>
  applications.all().find(({ request }) => request.reference === reference)?.id;
const loanOf = ({ loans }: World, applicationId: string | undefined) =>
  loans.all().find((loan) => loan.applicationId === applicationId)?.id;

/** Fields by which a request shows whom it is about, the most telling first. */
const identities: Record<string, (world: World, target: Target) => string | undefined> = {
  loanId: (world, target) => loanOf(world, applicationOf(world, target)),
  applicationId: applicationOf,
  customerId: customerOf,
  customer_id: customerOf,
  bvn: (_, { bvn }) => bvn,
  reference: (_, { reference }) => reference,
};

const NOBODY = 'nobody yet';

/**
 * What the requests of an operation have in common when they are about one target. Ids are looked up when a call is
 * there, since nobody knows them before.
 */
function aimedAt(world: World, operation: OperationName, target: Target): NonNullable<Fault['when']> {
  const { params, query, body } = operationNamed(operation);
  const fields = { ...params?.shape, ...query?.shape, ...body?.shape };
  const field = Object.keys(identities).find((name) => name in fields);
  const identify = identities[field ?? ''];
  if (!identify || !field) throw new Error(`${operation} does not show whom it is about`);
  const lookUp = { enumerable: true, get: () => identify(world, target) ?? NOBODY };
  return Object.defineProperty({}, field, lookUp);
}

type Kind<F> = F extends Fault ? Omit<F, 'operations' | 'when' | 'probability' | 'count'> : never;

/** Plants a fault for the next call of an operation that is about one target. */
export const plantFor = (world: World, operation: OperationName, target: Target, kind: Kind<Fault>) =>
  world.faults.plant({
    ...kind,
    operations: [operation],
    when: aimedAt(world, operation, target),
    probability: 1,
    count: 1,
  });
