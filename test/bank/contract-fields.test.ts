import { contract } from '../../src/bank/contract';
import { errorOf, fixture, payout } from '../support/bank/client-fixture';

const { against } = fixture();

test('the name that an account was resolved to is sent exactly as the bank returned it', async () => {
  const account_name = '  ADA  OBI ';
  let sent = '';
  const { client } = await against((request, response) => {
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    request.on('end', () => response.writeHead(402).end('{"message":"insufficient balance"}'));
  });
  await errorOf(client.createPayout({ ...payout, beneficiary: { ...payout.beneficiary, account_name } }));
  expect(sent).toContain(`"account_name":"${account_name}"`);
});

test('a blank name of a beneficiary is refused before it is sent', () => {
  const { error } = contract.createPayout.body.shape.beneficiary.shape.account_name.safeParse('  ');
  expect(error?.issues[0]?.message).toBe('beneficiary.account_name is required');
});

test('the address of our webhook endpoint must be an https address', () => {
  const { body } = contract.setWebhook;
  expect(body.safeParse({ url: 'https://events.example' }).success).toBe(true);
  expect(body.safeParse({ url: 'http://events.example' }).success).toBe(false);
});

test('a page of more than a hundred entries may be asked for: the interface names no maximum', () => {
  expect(contract.listTransactions.query.safeParse({ limit: 500 }).success).toBe(true);
});
