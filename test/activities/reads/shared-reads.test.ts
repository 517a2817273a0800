import { REAL_TIME } from '../../../src/domain/clock';
import { shareReads } from '../../../src/activities/reads/shared-reads';
import { RecentAnswers } from '../../../src/activities/reads/recent-answers';
import type { Client } from '../../../src/service/client';
import { RequestRefusedError } from '../../../src/service/errors';
import { serviceWith } from '../fake-service';

const HOUR = 3_600_000;
const account = { account_number: '0000000001', bank_code: '901' };
const resolved = { account_name: 'ADA EZE', ...account };
const question = { accountNumber: account.account_number, bankCode: account.bank_code };

function sharing(operations: Partial<Client>, clock = REAL_TIME) {
  const time = { nowMs: 0 };
  const terms = { clock, now: () => time.nowMs, beneficiaryMemoryHours: 24 };
  return { time, ...shareReads(serviceWith(operations), terms) };
}

describe('a shared read', () => {
  test('that is under way answers all who ask meanwhile', async () => {
    const resolveAccount = jest.fn(async () => resolved);
    const { service } = sharing({ resolveAccount });
    const [one, other] = await Promise.all([
      service.resolveAccount(account),
      service.resolveAccount({ bank_code: '901', account_number: '0000000001' }),
    ]);
    expect([one, other]).toEqual([resolved, resolved]);
    expect(resolveAccount).toHaveBeenCalledTimes(1);
  });

  test('is asked for each input', async () => {
    const resolveAccount = jest.fn(async () => resolved);
    const { service } = sharing({ resolveAccount });
    await service.resolveAccount(account);
    await service.resolveAccount({ ...account, bank_code: '902' });
    expect(resolveAccount).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['listBankUptime', 60_000],
    ['getAccount', 30_000],
    ['listBanks', 24 * HOUR],
    ['resolveAccount', 24 * HOUR],
  ] as const)('%s is known for %i ms', async (name, usableForMs) => {
    const read = jest.fn(async () => ({}));
    const { service, time } = sharing({ [name]: read });
    const ask = service[name] as (input: object) => Promise<unknown>;
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
    const { service, time } = sharing({ listBankUptime }, { rate: 20 });
    await service.listBankUptime({});
    time.nowMs = 3_001;
    await service.listBankUptime({});
    expect(listBankUptime).toHaveBeenCalledTimes(2);
  });

  test('that failed is not remembered', async () => {
    const refused = new RequestRefusedError('resolveAccount', 400, 'Account not found');
    const resolveAccount = jest.fn().mockRejectedValueOnce(refused).mockResolvedValueOnce(resolved);
    const { service } = sharing({ resolveAccount });
    await expect(service.resolveAccount(account)).rejects.toBe(refused);
    expect(await service.resolveAccount(account)).toEqual(resolved);
  });

  test('goes on for the others when the one who asked first is cancelled', async () => {
    const cancelled = new AbortController();
    const resolveAccount = jest
      .fn()
      .mockImplementationOnce(async () => {
        cancelled.abort();
        throw new Error('cancelled');
      })
      .mockResolvedValueOnce(resolved);
    const { service } = sharing({ resolveAccount });
    const first = service.resolveAccount(account, { signal: cancelled.signal });
    const second = service.resolveAccount(account);
    await expect(first).rejects.toThrow('cancelled');
    expect(await second).toEqual(resolved);
  });
});

test('reads whose answer must be true now are not shared', async () => {
  const getPayoutStatus = jest.fn(async () => ({}) as never);
  const { service } = sharing({ getPayoutStatus });
  await service.getPayoutStatus({ reference: 'P-1' });
  await service.getPayoutStatus({ reference: 'P-1' });
  expect(getPayoutStatus).toHaveBeenCalledTimes(2);
});

describe('a beneficiary', () => {
  const resolveAccount = async () => resolved;

  test('is known once resolved, and without a call', async () => {
    const { service, recallBeneficiary } = sharing({ resolveAccount });
    expect(await recallBeneficiary(question)).toBeNull();
    await service.resolveAccount(account);
    expect(await recallBeneficiary(question)).toEqual({ accountName: 'ADA EZE' });
  });

  test('whose remembered name fits the given one stays known', async () => {
    const { service, recallBeneficiary } = sharing({ resolveAccount });
    await service.resolveAccount(account);
    expect(await recallBeneficiary({ ...question, accountName: 'Eze Ada' })).toEqual({
      accountName: 'ADA EZE',
    });
  });

  test('whose remembered name does not fit is asked for anew', async () => {
    const { service, recallBeneficiary } = sharing({ resolveAccount });
    await service.resolveAccount(account);
    expect(await recallBeneficiary({ ...question, accountName: 'Jide Bello' })).toBeNull();
    expect(await recallBeneficiary(question)).toBeNull();
  });
});

test('of too many answers, the one not used for longest is forgotten', () => {
  const answers = new RecentAnswers(2);
  answers.keep('a', 1, 0);
  answers.keep('b', 2, 0);
  answers.recall('a', 0);
  answers.keep('c', 3, 0);
  expect(['a', 'b', 'c'].filter((key) => answers.recall(key, 0))).toEqual(['a', 'c']);
});
