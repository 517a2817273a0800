import { REAL_TIME } from '../../src/domain/time/clock';
import { coalesceReads } from '../../src/activities/remembered-reads';
import type { BankClient } from '../../src/bank/client';
import { RequestRefusedError } from '../../src/bank/errors';
import { bankWith } from '../support/fake-bank';

const HOUR = 3_600_000;
const account = { account_number: '0000000001', bank_code: '901' };
const resolved = { account_name: 'ADA EZE', ...account };
const question = { accountNumber: account.account_number, bankCode: account.bank_code };

function sharing(operations: Partial<BankClient>, clock = REAL_TIME) {
  const time = { nowMs: 0 };
  const terms = { clock, now: () => time.nowMs, beneficiaryMemoryHours: 24 };
  return { time, ...coalesceReads(bankWith(operations), terms) };
}

describe('a shared read', () => {
  test('that is under way answers all who ask meanwhile', async () => {
    const resolveAccount = jest.fn(async () => resolved);
    const { bank } = sharing({ resolveAccount });
    const [one, other] = await Promise.all([
      bank.resolveAccount(account),
      bank.resolveAccount({ bank_code: '901', account_number: '0000000001' }),
    ]);
    expect([one, other]).toEqual([resolved, resolved]);
    expect(resolveAccount).toHaveBeenCalledTimes(1);
  });

  test('is asked for each input', async () => {
    const resolveAccount = jest.fn(async () => resolved);
    const { bank } = sharing({ resolveAccount });
    await bank.resolveAccount(account);
    await bank.resolveAccount({ ...account, bank_code: '902' });
    expect(resolveAccount).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['listBankUptime', 60_000],
    ['getAccount', 30_000],
    ['listBanks', 24 * HOUR],
    ['resolveAccount', 24 * HOUR],
  ] as const)('%s is known for %i ms', async (name, usableForMs) => {
    const read = jest.fn(async () => ({}));
    const { bank, time } = sharing({ [name]: read });
    const ask = bank[name] as (input: object) => Promise<unknown>;
    await ask({});
    time.nowMs = usableForMs;
    await ask({});
    expect(read).toHaveBeenCalledTimes(1);
    time.nowMs = usableForMs + 1;
    await ask({});
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('ages by business time', async () => {
    const listBankUptime = jest.fn(async () => []);
    const { bank, time } = sharing({ listBankUptime }, { rate: 20 });
    await bank.listBankUptime({});
    time.nowMs = 3_001;
    await bank.listBankUptime({});
    expect(listBankUptime).toHaveBeenCalledTimes(2);
  });

  test('that failed is not remembered', async () => {
    const refused = new RequestRefusedError('resolveAccount', 400, 'Account not found');
    const resolveAccount = jest.fn().mockRejectedValueOnce(refused).mockResolvedValueOnce(resolved);
    const { bank } = sharing({ resolveAccount });
    await expect(bank.resolveAccount(account)).rejects.toBe(refused);
    expect(await bank.resolveAccount(account)).toEqual(resolved);
  });

  test('goes on for the others when the first caller is cancelled', async () => {
    const cancelled = new AbortController();
    const resolveAccount = jest
      .fn()
      .mockImplementationOnce(async () => {
        cancelled.abort();
        throw new Error('cancelled');
      })
      .mockResolvedValueOnce(resolved);
    const { bank } = sharing({ resolveAccount });
    const first = bank.resolveAccount(account, { signal: cancelled.signal });
    const second = bank.resolveAccount(account);
    await expect(first).rejects.toThrow('cancelled');
    expect(await second).toEqual(resolved);
  });
});

test('reads whose answer must be true now are not shared', async () => {
  const getPayoutStatus = jest.fn(async () => ({}) as never);
  const { bank } = sharing({ getPayoutStatus });
  await bank.getPayoutStatus({ reference: 'P-1' });
  await bank.getPayoutStatus({ reference: 'P-1' });
  expect(getPayoutStatus).toHaveBeenCalledTimes(2);
});

describe('a beneficiary', () => {
  const resolveAccount = async () => resolved;

  test('is known once resolved, and without a call', async () => {
    const { bank, recallBeneficiary } = sharing({ resolveAccount });
    expect(recallBeneficiary(question)).toBeUndefined();
    await bank.resolveAccount(account);
    expect(recallBeneficiary(question)).toBe('ADA EZE');
  });

  test('whose remembered name fits the given one stays known', async () => {
    const { bank, recallBeneficiary } = sharing({ resolveAccount });
    await bank.resolveAccount(account);
    expect(recallBeneficiary({ ...question, accountName: 'Eze Ada' })).toBe('ADA EZE');
  });

  test('whose remembered name does not fit is asked for anew', async () => {
    const { bank, recallBeneficiary } = sharing({ resolveAccount });
    await bank.resolveAccount(account);
    expect(recallBeneficiary({ ...question, accountName: 'Jide Bello' })).toBeUndefined();
    expect(recallBeneficiary(question)).toBeUndefined();
  });
});
