import { signatureOf } from '../../../src/webhooks/authentication';

export const SECRET = 'the secret of these tests';
export const ACCOUNT_ID = '0c4e1f0a-1f6b-4d3a-9b59-0d4d2b1f7a11';

/** The payload of the interface's "Events". */
export const payload = (data: object = {}, event = 'account.outgoing-transaction') => ({
  event,
  data: {
    id: 'a6a4a3a2-1f6b-4d3a-9b59-0d4d2b1f7a11',
    amount: 210,
    currency: 'NGN',
    transactionType: 'DEBIT',
    entryDate: '2026-01-01T00:00:00.000+0000',
    uniqueRef: '10000000000000000001',
    account: {
      id: ACCOUNT_ID,
      bankAccount: {
        accountName: 'Test Merchant',
        accountNumber: '9000000001',
        bank: { code: '900', name: 'Sandbox Bank' },
      },
      static: true,
      currency: 'NGN',
      clientId: ACCOUNT_ID,
    },
    transactionDetails: { remark: 'PO-1 rent' },
    ...data,
  },
});

/** A body with its right signature. */
export function signed(body: unknown) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return { body: bytes, headers: { 'x-service-signature': signatureOf(bytes, SECRET) } };
}
