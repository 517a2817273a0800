import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { deskStack, loggedIn, type DeskStack } from '../../desk/stack';
import { until } from '../../desk/steps';
import { seedLoans } from './loans';
import { batchFile, POLICY, seedPayouts } from './payouts';
import { payeeOf } from './people';

/** Five days in a minute: loans come into arrears while the tasks run, and people still have time to act. */
const RATE = 7_200;

/** A stack as a bank would have it on a busy day: schedules on, signed acts, a policy, and cases of every kind. */
export async function startDay(waiting: number): Promise<DeskStack> {
  const policy = join(tmpdir(), `real-day-policy-${randomUUID()}.json`);
  writeFileSync(policy, JSON.stringify(POLICY));
  const stack = await deskStack({ PAYOUT_POLICY_FILE: policy }, ['--rate', String(RATE)]);
  try {
    await seed(stack, waiting);
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function seed({ url, sandboxUrl }: DeskStack, waiting: number): Promise<void> {
  await offersThatLast(sandboxUrl);
  const [officer, otherOfficer, maker, supervisor, approver] = await Promise.all(
    (['officer', 'other-officer', 'maker', 'supervisor', 'approver'] as const).map((user) =>
      loggedIn(url, user),
    ),
  );
  await seedLoans(officer!, otherOfficer!);
  await Promise.all([
    seedPayouts({ maker: maker!, supervisor: supervisor!, approver: approver! }, waiting),
    maker!.post('/api/batches', {
      ...{ reference: 'BT-SEED-1', sourceAccountNumber: '9000000001' },
      csv: batchFile(5, [2]),
    }),
  ]);
  // A night looks at the accounts that we have paid from by then.
  await debitNobodyOrdered(sandboxUrl);
  await until(
    () => supervisor!.get('/api/cases?kind=reconciliation&tab=open'),
    ({ rows }) => rows?.length > 0,
  );
}

/** Offers outlast the day on its fast clock, however slow the machine is. */
const YEARS_OF_AN_OFFER = 20;

const offersThatLast = (sandboxUrl: string) =>
  post(`${sandboxUrl}/_sandbox/scenarios`, {
    subject: 'loan',
    when: {},
    then: { offerValiditySeconds: YEARS_OF_AN_OFFER * 365 * 86_400 },
  });

/** An amount that no payout of the day has. */
const UNORDERED_KOBO = 7_777_700;

/** Money that leaves our account at the bank without any case of ours: a night finds it. */
async function debitNobodyOrdered(sandboxUrl: string): Promise<void> {
  const { bankCode, bankName, accountNumber, accountName } = payeeOf(9_999);
  await post(`${sandboxUrl}/v1/payouts`, {
    ...{ amount: UNORDERED_KOBO, reference: 'UNORDERED-1', remark: 'Not ours' },
    source: { account_number: '9000000001' },
    beneficiary: {
      bank_code: bankCode,
      bank_name: bankName,
      account_number: accountNumber,
      account_name: accountName,
    },
  });
}

/** Tells the emulated bank something, with the keys that it has by default. */
async function post(url: string, body: object): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-key': 'sandbox-key',
      apikey: 'sandbox-api-key',
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`the bank refuses ${url}: ${await reply.text()}`);
}
