import { holderOf } from '../../../../sandbox/money/banks';
import type { Answer, Browser } from '../../desk/browser';
import { until } from '../../desk/steps';
import { payeeOf, STRANGER, type Payee } from './people';

/** Payouts of the day, by what they are there for. */
export const PAYOUTS = {
  paid: 'PO-PAID-1',
  reversed: 'PO-REVERSED-1',
  failed: 'PO-FAILED-1',
  amended: 'PO-AMENDED-1',
  mismatch: 'PO-NAME-1',
  own: 'PO-OWN-1',
  stepUp: 'PO-STEP-1',
  refused: 'PO-REFUSED-1',
  approved: 'PO-APPROVED-1',
} as const;

/** From this amount on the policy asks for an approval, and from the other for a fresh login. */
const APPROVAL_KOBO = 10_000_000;
const STEP_UP_KOBO = 90_000_000;

/** The policy of the examples, which does not lapse while the day runs, with a step-up. */
export const POLICY = {
  version: 1,
  approvals: [
    { fromKobo: APPROVAL_KOBO, approvals: 1, roles: ['approver', 'supervisor'] },
    { fromKobo: 100_000_000, approvals: 2, roles: ['approver', 'supervisor'] },
  ],
  approvalExpiresHours: 200_000,
  stepUpKobo: STEP_UP_KOBO,
  lending: {
    proposalExpiresHours: 200_000,
    commands: {
      chargeNow: { confirmations: [{ fromKobo: 0, approvals: 1, roles: ['officer', 'supervisor'] }] },
    },
  },
};

/** The waiting payout of a number. */
export const waitingReference = (place: number): string => `PO-WAIT-${String(place).padStart(4, '0')}`;

const SOURCE = '9000000001';
/** Requests that are on their way at once. */
const AT_ONCE = 16;
/** Many cases begin at once, on a machine that may have other work. */
const PATIENT = { everyMs: 1_000, withinMs: 600_000 };

async function start(
  person: Browser,
  reference: string,
  amountKobo: number,
  beneficiary: Payee,
): Promise<void> {
  const body = {
    reference,
    amountKobo,
    source: { accountNumber: SOURCE },
    beneficiary,
    remark: 'Invoice 17',
  };
  const { status, text } = await person.post('/api/payouts', body);
  if (status !== 200) throw new Error(`${reference} is not started: ${text}`);
}

/** The people who make payouts, and who approves the first of them. */
interface Payers {
  readonly maker: Browser;
  readonly supervisor: Browser;
  readonly approver: Browser;
}

/** Starts all of them, so many waiting for an approval, and brings each to where the day begins with it. */
export async function seedPayouts({ maker, supervisor, approver }: Payers, waiting: number): Promise<void> {
  const special = (accountNumber: string): Payee => ({
    ...{ ...payeeOf(1), bankCode: '901', bankName: 'Almond Bank', accountNumber },
    accountName: holderOf('901', accountNumber),
  });
  await start(maker, PAYOUTS.paid, 2_500_000, payeeOf(9001));
  await start(maker, PAYOUTS.reversed, 2_600_000, special('0000000006'));
  await start(maker, PAYOUTS.failed, 2_700_000, special('0000000004'));
  await start(maker, PAYOUTS.amended, 2_800_000, { ...payeeOf(9004), accountName: STRANGER });
  await start(maker, PAYOUTS.mismatch, 2_900_000, { ...payeeOf(9005), accountName: STRANGER });
  await inParallel(waiting, (place) =>
    start(maker, waitingReference(place + 1), 12_000_000 + place * 1_000, payeeOf(place)),
  );
  // Behind the others in the list of approvals, which has the longest waiting first.
  await start(supervisor, PAYOUTS.own, APPROVAL_KOBO + 100, payeeOf(9006));
  await start(maker, PAYOUTS.stepUp, STEP_UP_KOBO, payeeOf(9007));
  await start(maker, PAYOUTS.refused, APPROVAL_KOBO + 200, payeeOf(9008));
  await start(maker, PAYOUTS.approved, APPROVAL_KOBO + 300, payeeOf(9009));
  const page = (reference: string) => () => maker.get(`/api/cases/payout/${reference}`);
  for (const reference of [PAYOUTS.amended, PAYOUTS.mismatch])
    await until(page(reference), ({ payout }) => payout?.resolvedName !== undefined, PATIENT);
  const change = { fields: { accountName: payeeOf(9004).accountName } };
  await give(maker, `payout/${PAYOUTS.amended}`, 'amend', change);
  const { approvals } = await until(page(PAYOUTS.approved), ({ stage }) => stage === 'APPROVAL', PATIENT);
  const shown = { fields: { expectedDigest: approvals[0].digest } };
  await give(approver, `payout/${PAYOUTS.approved}`, 'approve', shown);
  for (const reference of [PAYOUTS.paid, PAYOUTS.amended, PAYOUTS.approved])
    await until(page(reference), ({ stage }) => stage === 'SUCCESS', PATIENT);
  await until(
    page(PAYOUTS.reversed),
    ({ stage }: Answer['body']) => stage !== 'SUCCESS' && stage !== 'PENDING',
    PATIENT,
  );
  await until(
    () => maker.get('/api/approvals?size=1'),
    ({ total }) => total >= waiting,
    PATIENT,
  );
}

/** Acts so many times, a few at once. */
async function inParallel(count: number, act: (place: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let place = next++; place < count; place = next++) await act(place);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Gives a case a command. */
async function give(person: Browser, of: string, command: string, body: object): Promise<void> {
  const { status, text } = await person.post(`/api/cases/${of}/commands/${command}`, body);
  if (status !== 200) throw new Error(`${command} of ${of} is not accepted: ${text}`);
}

/** A batch that waits for its approvals, without its rows in question; made now, unless a task has made it. */
export async function requireBatch(maker: Browser, reference: string, csv: string): Promise<void> {
  const page = () => maker.get(`/api/cases/batch/${reference}`);
  if ((await page()).status === 404)
    await maker.post('/api/batches', { reference, csv, sourceAccountNumber: SOURCE });
  const { stage } = await until(page, (one) => ['REVIEW', 'APPROVAL'].includes(one.stage), PATIENT);
  if (stage === 'APPROVAL') return;
  const { body } = await maker.get(`/api/batches/${reference}/results`);
  const rows = body.rows.filter((row: Answer['body']) => row.status === 'QUESTION');
  const fields = { rows: rows.map(({ row }: Answer['body']) => row).join(','), reason: 'WRONG_BENEFICIARY' };
  await give(maker, `batch/${reference}`, 'excludeRows', { fields });
  await until(page, (one) => one.stage === 'APPROVAL', PATIENT);
}

/** The rows of a batch as a clerk saves them; under some the names are strangers'. */
export function batchFile(rows: number, strangers: readonly number[]): string {
  const lines = Array.from({ length: rows }, (_, place) => {
    const payee = payeeOf(20_000 + place);
    const name = strangers.includes(place + 1) ? STRANGER : payee.accountName;
    return [
      ...[`SAL-${String(place + 1).padStart(3, '0')}`, 7_500_000 + place * 1_000, payee.bankCode],
      ...[payee.bankName, payee.accountNumber, name, 'Salary November'],
    ].join(',');
  });
  return ['reference,amountKobo,bankCode,bankName,accountNumber,accountName,remark', ...lines].join('\n');
}
