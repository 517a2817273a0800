import { wholeAccount } from '../../src/desk/routes/reconciliation';
import { RequestError } from '../../src/cases/request-error';
import { PayingAccounts } from '../../src/desk/paying-accounts';
import type { ProblemError } from '../../src/desk/http/problems';
import type { NameAnswer } from '../../src/domain/names/enquiry';

const NAMED = [{ accountNumber: '9000000001', name: 'Operations' }, { accountNumber: '9000000002' }];
const FIELD = 'source.accountNumber';

/** The paying accounts by a worker's answer, and the questions that the bank was asked. */
function accountsOf(terms: object | Error, answer: NameAnswer | Error = { accountName: 'OURS LTD' }) {
  const asked: string[] = [];
  const resolved = <T>(one: T | Error) => (one instanceof Error ? Promise.reject(one) : Promise.resolve(one));
  const client = { workflow: { execute: () => resolved(terms) } };
  const enquiries = { count: () => Promise.resolve() };
  const accounts = new PayingAccounts(client as never, enquiries, ({ accountNumber }) => {
    asked.push(accountNumber);
    return resolved(answer);
  });
  const told = (account: unknown) =>
    accounts.requireOurs(FIELD, account, 'maker-1').catch((error: unknown) => {
      if (error instanceof RequestError) return { [error.kind]: error.message };
      return (error as ProblemError).about.mistakes?.[0];
    });
  return { asked, enquiries, accounts, told };
}

test('where the settings name accounts, only these pay, and the refusal lists them whole with their names', async () => {
  const { told, asked } = accountsOf({ accounts: NAMED, approvals: [] });
  expect(await told('9000000001')).toBeUndefined();
  expect(await told('9000000009')).toEqual({
    field: FIELD,
    message: 'source.accountNumber must be one of our paying accounts: 9000000001, Operations; 9000000002',
  });
  expect(asked).toEqual([]);
});

test('where the settings name none, the bank is asked once about each account that it has', async () => {
  const { told, asked } = accountsOf({ accounts: [], approvals: [] });
  expect(await told('9000000001')).toBeUndefined();
  expect(await told('9000000001')).toBeUndefined();
  expect(asked).toEqual(['9000000001']);
});

test("an account that the bank does not have is refused in the bank's words", async () => {
  const refused = 'the bank refused it (404): Account not found';
  const { told } = accountsOf({ accounts: [], approvals: [] }, { refused });
  expect(await told('9000000009')).toEqual({
    field: FIELD,
    message: `source.accountNumber must be an account of ours: ${refused}`,
  });
});

test('an account that cannot be asked about now passes, and so does one for which no call is left', async () => {
  const away = accountsOf({ accounts: [], approvals: [] }, new Error('no answer in time'));
  expect(await away.told('9000000009')).toBeUndefined();
  const spent = accountsOf({ accounts: [], approvals: [] });
  spent.enquiries.count = () => Promise.reject(new Error('too many'));
  expect(await spent.told('9000000009')).toBeUndefined();
  expect(spent.asked).toEqual([]);
});

test('until a worker has told our paying accounts, none pays, the bank is not asked, and a later try may pass', async () => {
  const { told, asked, accounts } = accountsOf(new Error('no worker answers'));
  expect(await accounts.terms()).toEqual({ accounts: [], approvals: [], unknown: true });
  expect(await told('9000000001')).toEqual({
    refused: expect.stringContaining('nothing was started') as string,
  });
  expect(asked).toEqual([]);
});

test.each([undefined, 7, '123', '90000000011'])(
  '%p is left to the schema, and nobody is asked',
  async (given) => {
    const { told, asked } = accountsOf({ accounts: [], approvals: [] });
    expect(await told(given)).toBeUndefined();
    expect(asked).toEqual([]);
  },
);

test('a report names our account whole, unless two of ours end alike or the settings do not name it', () => {
  const own = [
    { accountNumber: '9000000001', name: 'Operations' },
    { accountNumber: '9000000002', name: 'Petty cash' },
  ];
  expect(wholeAccount('…0001', own)).toBe('9000000001, Operations');
  expect(wholeAccount('…0001', [...own, { accountNumber: '9100000001' }])).toBe('…0001');
  expect(wholeAccount('…0003', own)).toBe('…0003');
});
