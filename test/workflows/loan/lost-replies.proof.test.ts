import type { OperationName } from '../../../src/bank/contract';
import { runToEnd } from '../../support/workflows/loan-steering';
import { loanFile, type Wishes } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();

/** A loan that uses every write there is. */
const everyWrite = (): Wishes => ({
  scenario: 'guarantor',
  disbursementAccount: { accountNumber: '9000000001', bankCode: '900' },
});

const writes: readonly OperationName[] = [
  'createCustomer',
  'createAccount',
  'enrolCustomer',
  'startKyc',
  'applyForLoan',
  'submitUnderwriting',
  'linkBankStatement',
  'uploadLoanDocument',
  'startDecisioning',
  'acceptOffer',
  'agreeToTerms',
  'submitBoardResolution',
  'setDisbursementAccount',
  'inviteGuarantor',
  'submitPostOfferKyc',
];

/** Runs a loan, and says what was committed for it and its customer. */
async function effectsOfLoan(): Promise<{ stage: string; effects: string[] }> {
  const loan = await environment.startLoan(loanFile(everyWrite()));
  const { stage, customerId, applicationId } = await runToEnd(environment, loan);
  return { stage, effects: environment.effectsOf(customerId, applicationId) };
}

let controlRun: string[];
beforeAll(async () => {
  controlRun = (await effectsOfLoan()).effects;
});

test('a loan without a fault has each effect once, but for its five documents', () => {
  const others = controlRun.filter((effect) => effect !== 'document-stored');
  expect(new Set(others).size).toBe(others.length);
  expect(controlRun.length - others.length).toBe(5);
});

/** Nothing tells a statement that was never asked for from a statement that is being fetched. */
const tracedByReading = writes.filter((operation) => operation !== 'linkBankStatement');

describe.each([
  ['is lost after the commit', 'reset-after', writes],
  ['is a server error after the commit', 'error-after', writes],
  ['never comes, since the request was lost', 'reset-before', tracedByReading],
] as const)('when the reply %s', (_what, kind, operations) => {
  test.each(operations)('of %s, the loan ends the same and each effect happens once', async (operation) => {
    environment.plant({ kind, operations: [operation], count: 1 });
    expect(await effectsOfLoan()).toEqual({ stage: 'DISBURSED', effects: controlRun });
    expect(environment.bank.faults.list()[0]?.hits).toBe(1);
  });
});

test('a decline whose reply is lost is declined once', async () => {
  environment.plant({ kind: 'reset-after', operations: ['declineOffer'], count: 1 });
  const loan = await environment.startLoan(loanFile());
  const { facts } = await loan.untilStage('OFFER');
  await loan.tell('declineOffer', { reason: 'OTHERS' });
  expect(await loan.result()).toMatchObject({ stage: 'OFFER_DECLINED' });
  const effects = environment.effectsOf(facts.applicationId);
  expect(effects.filter((effect) => effect === 'offer-declined')).toHaveLength(1);
});

test('a request for the bank statement that never arrived is noticed by its deadline and made again', async () => {
  environment.plant({ kind: 'reset-before', operations: ['linkBankStatement'], count: 1 });
  const loan = await environment.startLoan(loanFile());
  const { attention } = await loan.untilAttention();
  expect(attention?.actions).toContain('correctBankStatement');
  await loan.tell('correctBankStatement', { sortCode: '901' });
  const { stage, applicationId } = await runToEnd(environment, loan);
  expect(stage).toBe('DISBURSED');
  const effects = environment.effectsOf(applicationId);
  expect(effects.filter((effect) => effect === 'bank-statement-requested')).toHaveLength(1);
});
