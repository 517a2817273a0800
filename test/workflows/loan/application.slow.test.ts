import { refusals } from '../../../src/bank/contract/refusals';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { bring, diligently, handedIn, runToEnd } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();

const registeredAs = (reference: string) =>
  environment.bank.applications.all().filter(({ request }) => request.reference === reference);

test('an application that the bank registered with another amount waits for an officer, who can take it as it is', async () => {
  const file = loanFile({ without: ['ID_CARD_DOCS'] });
  const earlier = await environment.startLoan(file);
  await bring(earlier, 'DOCUMENTS');
  await earlier.handle.terminate('to be found registered by the next one');
  const application = { ...file.application, amountKobo: 70_000_000 };
  const loan = await environment.startLoan({ ...file, application });
  const { attention, stage } = await loan.untilAttention();
  expect(stage).toBe('APPLICATION');
  expect(attention?.cause).toContain('₦600,000.00 instead of ₦700,000.00');
  await loan.tell('updateApplication', { amountKobo: file.application.amountKobo });
  await loan.tell('retry');
  expect((await loan.untilStage('DOCUMENTS')).attention).toBeUndefined();
});

test('an application that the bank registered with another amount is never submitted again, be it asked to retry', async () => {
  environment.read({ usedApplication: 'another', applicationTerms: 'capped-amount' });
  const loan = await environment.startLoan(loanFile({ without: ['ID_CARD_DOCS'] }));
  await loan.untilAttention();
  await loan.tell('retry');
  const { attention } = await loan.untilAttention();
  expect(attention?.cause).toContain('another application than was asked for');
  const { reference } = await loan.snapshot();
  expect(registeredAs(reference)).toHaveLength(1);
});

test.each(['reset-after', 'reset-before'] as const)(
  'an application whose reply is lost (%s) is found or submitted again, once, at a bank that takes a used reference as another',
  async (kind) => {
    environment.read({ usedApplication: 'another' });
    environment.plant({ kind, operations: ['applyForLoan'], count: 1 });
    const loan = await environment.startLoan(loanFile({ without: ['ID_CARD_DOCS'] }));
    const { reference } = await loan.untilStage('DOCUMENTS');
    expect(registeredAs(reference)).toHaveLength(1);
  },
);

test('a refused application that the bank has registered all the same is followed', async () => {
  environment.read({ usedApplication: 'bad-request' });
  const file = loanFile({ without: ['ID_CARD_DOCS'] });
  const earlier = await environment.startLoan(file);
  await bring(earlier, 'DOCUMENTS');
  await earlier.handle.terminate('to be found registered by the next one');
  const loan = await environment.startLoan(file);
  const { attention, reference } = await loan.untilStage('DOCUMENTS');
  expect(attention).toBeUndefined();
  expect(registeredAs(reference)).toHaveLength(1);
});

test('an application that is changed while the bank registers it is not lost', async () => {
  environment.plant({ kind: 'latency', milliseconds: 3_000, operations: ['applyForLoan'], count: 1 });
  const loan = await environment.startLoan(loanFile({ without: ['ID_CARD_DOCS'] }));
  await loan.until(({ stage }) => stage === 'APPLICATION', 0.02);
  await loan.tell('updateApplication', { amountKobo: 30_000_000 });
  const { attention } = await loan.untilAttention();
  expect(attention?.cause).toContain('₦600,000.00 instead of ₦300,000.00');
});

test('a loan under another workflow id than that of its reference is refused, and nothing is sent', async () => {
  const file = loanFile();
  const loan = await environment.start(workflowTypes.loan, `loan:${file.reference}-again`, file);
  await expect(loan.handle.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining(`the workflow id must be loan:${file.reference}`) },
  });
  expect(environment.effectsOf(file.reference)).toEqual([]);
});

test('a bank statement that was refused for a missing phone number is asked for again once it is corrected', async () => {
  environment.parts().refusals.plan('linkBankStatement', { status: 400, message: 'phone is required' });
  const loan = await environment.startLoan(loanFile({ without: ['ID_CARD_DOCS'] }));
  const { attention } = await loan.untilAttention(1);
  expect(attention?.cause).toContain('the bank refused it (400)');
  expect(attention?.actions).toContain('correctBankStatement');
  await loan.tell('correctBankStatement', { sortCode: '901', phone: '08000000000' });
  expect((await loan.untilStage('DOCUMENTS')).attention).toBeUndefined();
});

test('an application that the bank declined by itself ends as declined although asking for the decision is refused', async () => {
  const loan = await environment.startLoan(loanFile({ without: ['ID_CARD_DOCS'] }));
  const { facts } = await bring(loan, 'DOCUMENTS');
  environment.bank.applications.change(String(facts.applicationId), { status: 'DECLINED' });
  environment.parts().refusals.plan('startDecisioning', refusals.decisioningClosed);
  await loan.tell('submitDocument', { tag: 'ID_CARD_DOCS', ...handedIn('identity.pdf') });
  expect(await loan.result()).toMatchObject({ stage: 'DECLINED' });
});

test('a refused disbursement account cannot be skipped', async () => {
  const disbursementAccount = { accountNumber: '9000000001', bankCode: '900' };
  environment.parts().refusals.plan('setDisbursementAccount', refusals.disbursementAccountClosed);
  const loan = await environment.startLoan(loanFile({ disbursementAccount }));
  const parked = await diligently(loan, ({ attention }) => attention !== undefined);
  expect(parked.attention?.actions).not.toContain('skip');
  const refusal = await loan.refusal('skip', { reason: 'OTHER', role: 'supervisor' });
  expect(refusal).toContain('skip is not asked for');
  await loan.tell('retry');
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});
