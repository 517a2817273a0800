import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();

const NUMBER = '0000000070';

async function resolved(): Promise<number> {
  const calls = (await environment.parts().calls()) as unknown as Record<string, { readonly calls: number }>;
  return calls['resolveAccount']?.calls ?? 0;
}

const ask = (id: string, bankCode: string) =>
  environment.start(workflowTypes.nameEnquiry, id, { bankCode, accountNumber: NUMBER });

test('a name enquiry takes one call, through the limiter, and the payout after it needs none', async () => {
  const enquiry = await ask('name-enquiry:1', '901');
  expect(await enquiry.result()).toEqual({ accountName: holderOf('901', NUMBER) });
  expect(await resolved()).toBe(1);
  const payout = await environment.startPayout(payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001'));
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(await resolved()).toBe(1);
});

test('an account that the bank does not know is told in its words, and nothing fails', async () => {
  const enquiry = await ask('name-enquiry:2', '999');
  expect(await enquiry.result()).toEqual({
    refused: 'the bank refused it (400): Account not found',
  });
});

test('an enquiry without the code of a bank is about an account of ours', async () => {
  const ask = (id: string, accountNumber: string) =>
    environment.start(workflowTypes.nameEnquiry, id, { accountNumber });
  expect(await (await ask('name-enquiry:4', '9000000001')).result()).toEqual({
    accountName: 'SANDBOX MERCHANT',
  });
  expect(await (await ask('name-enquiry:5', '9000000099')).result()).toEqual({
    refused: expect.stringContaining('the bank refused it (404)'),
  });
});

test('a worker tells the accounts of its settings, and from which amounts its policy wants approvals', async () => {
  const terms = await environment.start(workflowTypes.payingTerms, 'paying-terms');
  expect(await terms.result()).toEqual({ accounts: [{ accountNumber: '9000000001' }], approvals: [] });
});

test.each([undefined, null, 7, {}, { bankCode: { toString: null }, accountNumber: [] }])(
  'an enquiry about %p ends with a sentence, and the bank is not asked',
  async (given) => {
    const before = await resolved();
    const enquiry = await environment.start(workflowTypes.nameEnquiry, 'name-enquiry:3', given);
    expect(await enquiry.result()).toEqual({
      refused: expect.stringContaining('the contract does not allow account_number'),
    });
    expect(await resolved()).toBe(before);
  },
);
