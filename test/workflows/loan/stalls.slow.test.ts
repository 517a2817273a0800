import type { OperationName } from '../../../src/bank/contract';
import { refusals } from '../../../src/bank/contract/refusals';
import { hold } from '../../support/workflows/holds';
import { diligently, runToEnd } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const DOWN = { status: 503, message: 'maintenance' };

test.each<[string, OperationName, { status: number; message: string }, number, string]>([
  [
    'an application is not registered',
    'submitUnderwriting',
    refusals.applicationNotRegistered,
    16,
    'until the bank is ready',
  ],
  ['the bank is down', 'submitUnderwriting', DOWN, 200, 'for the bank, which did not answer'],
  [
    'a write that must not happen twice finds the keys refused',
    'linkBankStatement',
    { status: 401, message: 'no' },
    16,
    'for keys',
  ],
])(
  'when %s for more than ten minutes, the loan needs attention until it goes on by itself',
  async (...row) => {
    const [, operation, refusal, times, cause] = row;
    environment.parts().refusals.plan(operation, refusal, times);
    const loan = await environment.startLoan(loanFile());
    const stalled = await diligently(loan, ({ attention }) => attention !== undefined);
    expect(stalled.attention?.cause).toContain(`waits ${cause}`);
    expect(stalled.attention?.cause).toMatch(/goes on by itself$/);
    expect(stalled.attention?.actions).toContain('withdraw');
    await loan.until(({ attention }) => attention === undefined);
    expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  },
);

test('documents that cannot be uploaded for more than ten minutes need attention, the tag named', async () => {
  environment.parts().refusals.plan('uploadLoanDocument', DOWN, 400);
  const loan = await environment.startLoan(loanFile());
  const stalled = await diligently(loan, ({ attention }) => attention !== undefined);
  expect(stalled.attention?.cause).toMatch(/^Uploading [A-Z_]+: it waits for the bank, which did not answer/);
  await loan.until(({ attention }) => attention === undefined);
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('an open offer that cannot be declined for more than ten minutes needs attention', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  environment.parts().refusals.plan('declineOffer', DOWN, 200);
  await loan.tell('withdraw', { reason: 'OTHER' });
  const { attention, facts } = await loan.untilAttention();
  expect(attention?.cause).toContain('Declining the open offer: it waits for the bank');
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
  expect(environment.effectsOf(facts.applicationId)).toContain('offer-declined');
});

test('a short outage needs no attention', async () => {
  environment.parts().refusals.plan('submitUnderwriting', DOWN, 5);
  const loan = await environment.startLoan(loanFile());
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  const { timeline } = await loan.snapshot();
  expect(timeline.filter(({ what }) => what.startsWith('Needs attention'))).toEqual([]);
});
