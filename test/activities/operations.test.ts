import { ActivityNotFoundError } from '@temporalio/client';
import { CancelledFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { Logger } from '@temporalio/common';
import { createActivities } from '../../src/activities';
import { attempted } from '../../src/activities/activity-wrapper';
import type { BankClient } from '../../src/bank/client';
import { operationNames, type OperationName } from '../../src/bank/contract';
import { NotAuthorisedError, OutcomeUnknownError, BankUnavailableError } from '../../src/bank/errors';
import type { CallLimits } from '../../src/bank/exchange';
import { attempt, failureOf, noTemporal, bankWith } from '../support/fake-bank';

const documents = { open: () => Promise.reject(new Error('no documents here')) };
const UNSCHEDULED = [
  ...['setWebhook', 'getWebhook', 'listWebhookEvents', 'resendWebhookEvent', 'chargeRepayment'],
  ...['getCustomer', 'checkHealth'],
];
const activitiesOf = (operations: Partial<BankClient>, extraActivities: readonly OperationName[] = []) =>
  createActivities({
    extraActivities,
    bank: bankWith(operations),
    documents,
    client: noTemporal,
    authority: { mode: 'open' },
  });
const customer = { customerId: 'c-1' };
const kyc = { customer_id: 'c-1', kyc_status: 'PENDING' };

test('the activities of the bank are one for every operation, of the same name', () => {
  const activities = activitiesOf({}, operationNames);
  expect(operationNames.filter((name) => typeof activities[name] !== 'function')).toEqual([]);
});

test('a worker offers no activity of an operation that no workflow of ours schedules, unless a setting names it', () => {
  const offered = (extra?: readonly OperationName[]) => Object.keys(activitiesOf({}, extra));
  expect(offered()).toEqual(
    expect.arrayContaining(['createPayout', 'chargeInstalment', 'awaitPayoutOutcome']),
  );
  expect(offered().filter((name) => UNSCHEDULED.includes(name))).toEqual([]);
  expect(offered(['getWebhook']).filter((name) => UNSCHEDULED.includes(name))).toEqual(['getWebhook']);
});

test.each([
  ['vouchFor', { successors: [{ workflowId: 'payout:PO-1', input: {} }] }],
  ['digestOf', {}],
] as const)('%s, which a workflow runs in place, answers no other program', async (name, input) => {
  const activities = activitiesOf({}) as unknown as Readonly<Record<string, (given: object) => unknown>>;
  const activity = async (given: object) => activities[name]?.(given);
  expect(await failureOf(attempt().run(activity, input))).toMatchObject({ type: 'INVALID_INPUT' });
});

test('the activities of the bank hand the input on and the data back', async () => {
  const getKycStatus = jest.fn(async () => kyc);
  const result = await attempt().run(activitiesOf({ getKycStatus }).getKycStatus, customer);
  expect(result).toEqual(kyc);
  expect(getKycStatus).toHaveBeenCalledWith(customer, expect.anything());
});

test('the activities of the bank stop their calls a little before the server gives the attempt up', async () => {
  let limits: CallLimits = {};
  const getKycStatus = async (_: unknown, given: CallLimits = {}) => ((limits = given), kyc);
  const startedMs = performance.now();
  const environment = attempt({ startToCloseTimeoutMs: 30_000 });
  await environment.run(activitiesOf({ getKycStatus }).getKycStatus, customer);
  expect(limits.deadlineMs).toBeGreaterThanOrEqual(startedMs + 27_000);
  expect(limits.deadlineMs).toBeLessThan(performance.now() + 30_000);
});

test('the activities of the bank pass the cancellation on to the call, and are then cancelled', async () => {
  const environment = attempt();
  const getKycStatus = (_: unknown, { signal }: CallLimits = {}) =>
    new Promise<never>((_resolve, reject) =>
      signal?.addEventListener('abort', () => {
        reject(new BankUnavailableError('getKycStatus', 'cancelled'));
      }),
    );
  const run = environment.run(activitiesOf({ getKycStatus }).getKycStatus, customer);
  environment.cancel();
  await expect(run).rejects.toBeInstanceOf(CancelledFailure);
});

test('a poll that is cancelled is no fault, and the log does not call it one', async () => {
  const error = jest.fn();
  const logger = { ...console, error } as unknown as Logger;
  const environment = new MockActivityEnvironment({}, { logger });
  const work = (_: unknown, { signal }: CallLimits) =>
    new Promise<never>((_resolve, reject) =>
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error);
      }),
    );
  const run = environment.run(attempted('none', work), {});
  environment.cancel();
  await expect(run).rejects.toBeInstanceOf(CancelledFailure);
  expect(error).not.toHaveBeenCalled();
});

test('the activities of the bank say that the outcome is unknown when a write was cancelled after it went out', async () => {
  const environment = attempt();
  environment.cancel();
  const createAccount = () =>
    Promise.reject(new OutcomeUnknownError('createAccount', 'cancelled', 'no answer'));
  const run = environment.run(activitiesOf({ createAccount }).createAccount, {
    account_type: 'static' as const,
  });
  expect(await failureOf(run)).toMatchObject({ type: 'OUTCOME_UNKNOWN', nonRetryable: true });
});

test('the activities of the bank repeat a lost write only where the contract calls it harmless', async () => {
  const lost = () => Promise.reject(new OutcomeUnknownError('acceptOffer', 'no reply', 'no answer'));
  const activities = activitiesOf({ acceptOffer: lost, createAccount: lost });
  const environment = attempt();
  const harmless = environment.run(activities.acceptOffer, { applicationId: 'a-1' });
  expect(await failureOf(harmless)).toMatchObject({ type: 'SERVICE_UNAVAILABLE', nonRetryable: false });
  const once = environment.run(activities.createAccount, { account_type: 'static' as const });
  expect(await failureOf(once)).toMatchObject({ type: 'OUTCOME_UNKNOWN', nonRetryable: true });
});

const account = { account_type: 'static' as const };
const timeouts = { startToCloseTimeoutMs: 60_000, heartbeatTimeoutMs: 30_000 };

test('at a write that must not happen twice send nothing when the server does not count on this attempt any more', async () => {
  const createAccount = jest.fn();
  const givenUp = attempt(timeouts, () => Promise.reject(new ActivityNotFoundError('not found')));
  const run = givenUp.run(activitiesOf({ createAccount }).createAccount, account);
  expect(await failureOf(run)).toMatchObject({ type: 'ATTEMPT_LOST', nonRetryable: false });
  expect(createAccount).not.toHaveBeenCalled();
});

test('at a write that must not happen twice stop a little before the server gives it up, counted from when it was asked', async () => {
  let limits: CallLimits = {};
  let askedMs = 0;
  const held = attempt(timeouts, async () => {
    askedMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  const createAccount = (_: unknown, given: CallLimits = {}) => {
    limits = given;
    return Promise.reject(new BankUnavailableError('createAccount', 'enough seen'));
  };
  await failureOf(held.run(activitiesOf({ createAccount }).createAccount, account));
  expect(limits.deadlineMs).toBeLessThanOrEqual(askedMs + 27_000);
});

test('the activities of the bank are loud about keys that the bank does not accept', async () => {
  const logger = {
    error: jest.fn(),
    warn: jest.fn(),
    info: jest.fn(),
    debug: jest.fn(),
    trace: jest.fn(),
    log: jest.fn(),
  };
  const environment = new MockActivityEnvironment({}, { logger });
  const getKycStatus = () => Promise.reject(new NotAuthorisedError('getKycStatus', 401));
  await failureOf(environment.run(activitiesOf({ getKycStatus }).getKycStatus, customer));
  const all = JSON.stringify([...logger.error.mock.calls, ...logger.log.mock.calls]);
  expect(all).toContain('check SERVICE_KEY and SERVICE_API_KEY');
});
