import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../../../src/domain/payout/policy';
import type { Authorisation, SendMark } from '../../../src/domain/case/send-authorisation';
import type { ProvenAct } from '../../../src/domain/case/proof';
import { payoutContent, payoutOrder } from '../../../src/domain/payout/order';
import { RequestRefusedError } from '../../../src/bank/errors';
import type { holdersIn } from '../../../src/domain/enrolment/customer-record';
import { contentDigest } from '../../../src/authority/digest';
import type { SigningKey } from '../../../src/authority/person-key';
import { USUAL_LENDING_POLICY, type LendingPolicy } from '../../../src/domain/loan/policy';
import { createActivities } from '../../../src/activities';
import { attempt, bankWith, noTemporal } from '../fake-bank';
import { keyRingOf, type RingPasskey } from '../../../src/authority/key-ring';
import { personKey } from '../authority/acts';
import { ROLES } from '../../../src/domain/case/commands';
import type { Records } from '../../../src/records/records';
import type { ReceiptBook } from '../../../src/authority/receipts';
import { receipts, signed, ENVIRONMENT } from '../authority/forgeries';

type Activity = (body: object, authorisation?: object, mark?: SendMark) => Promise<unknown>;

export const POLICY: PayoutPolicy = {
  ...USUAL_PAYOUT_POLICY,
  approvals: [{ fromKobo: 1_000_000, approvals: 2, roles: ['approver', 'supervisor'] }],
};

export const maker = personKey('maker-1', ['operator', 'approver']);
export const shouting = personKey('MAKER-1', ['approver']);
export const first = personKey('approver-1', ['approver', 'operator']);
export const second = personKey('approver-2', ['approver']);
export const third = personKey('approver-3', ['operator']);
export const officer = personKey('officer-1', ['officer']);
export const supervisor = personKey('officer-2', ['supervisor']);
export const borrower = personKey('borrower-1', ['borrower']);
/** The key of a desk, which speaks for any person. */
export const desk = personKey('*', ROLES);
/** Whose keys count. */
export const signers = [first, maker, shouting, second, third, officer, supervisor, borrower, desk];

export const HOLDER = 'EMEKA HAUWA IBRAHIM';

const USUAL_KOBO = 2_500_000;

const payoutOf = (reference: string, amountKobo = USUAL_KOBO) => ({
  reference,
  amountKobo,
  source: { accountNumber: '9000000001' },
  beneficiary: {
    bankCode: '901',
    bankName: 'Almond Bank',
    accountNumber: '0123456789',
    accountName: HOLDER,
  },
  remark: 'Invoice 17',
});

export const PAYOUT = payoutOf('PO-1');
export const order = payoutOrder(PAYOUT, HOLDER);

interface Varied {
  readonly key?: SigningKey;
  readonly role?: SigningKey['roles'][number];
  readonly wf?: string;
  readonly agoMs?: number;
  readonly book?: ReceiptBook;
  /** What its receipt says of a fresh login. */
  readonly login?: string;
  /** What it says of a device. */
  readonly passkey?: string;
}

/** An act that a worker has accepted: of the maker and just now, unless something is varied. */
export async function proven(
  act: string,
  fields: object,
  {
    key = maker.key,
    role = 'operator',
    wf = 'payout:PO-1',
    agoMs = 0,
    book = receipts,
    login,
    passkey,
  }: Varied = {},
): Promise<ProvenAct> {
  const atMs = Date.now() - agoMs;
  const { act: jws, salt, ...said } = await signed({ wf, act, role, fields }, {}, key, atMs);
  return {
    ...book.give(jws, {
      wf,
      at: new Date(atMs).toISOString(),
      ...(login !== undefined && { login }),
      ...(passkey !== undefined && { passkey }),
    }),
    salt,
    fields: said,
  };
}

/** What of a payout differs from the usual one. */
interface Wanted {
  readonly amountKobo?: number;
  readonly madeBy?: SigningKey;
}

/** A payout that is to be proven, with what proves it. */
export function provenPayout(
  reference = 'PO-1',
  { amountKobo = USUAL_KOBO, madeBy = maker.key }: Wanted = {},
) {
  const payout = payoutOf(reference, amountKobo);
  const wf = `payout:${reference}`;
  const digest = contentDigest(payoutContent(payout, HOLDER));
  const prove = (act: string, fields: object, more: Varied = {}) => proven(act, fields, { wf, ...more });
  const approval = (key: SigningKey, more: Varied = {}, expectedDigest = digest) =>
    prove('approve', { expectedDigest }, { key, role: 'approver', ...more });
  /** Asked for by its maker, approved by two others. */
  const legitimate = async (): Promise<Authorisation> => ({
    start: await prove('start', payout, { key: madeBy }),
    approvals: [await approval(first.key), await approval(second.key)],
  });
  return { payout, madeBy, wf, digest, order: payoutOrder(payout, HOLDER), prove, approval, legitimate };
}

export type ProvenPayout = ReturnType<typeof provenPayout>;
export const { approval, legitimate } = provenPayout();

type CustomerNames = Parameters<typeof holdersIn>[0];

interface Sending {
  readonly policy?: PayoutPolicy;
  readonly lending?: LendingPolicy;
  /** Whose key was revoked since. */
  readonly revoked?: SigningKey;
  readonly mode?: 'signed' | 'open';
  /** In whose name the bank says that an account is held; left out, in that of the order. */
  readonly holder?: string;
  /** Of which loan an application is. */
  readonly loan?: string;
  /** In which names the bank's record has the customer of the application; null where it shows none. */
  readonly record?: CustomerNames | null;
  /** What keeps the fence; left out, there is none. */
  readonly records?: Records;
  readonly runId?: string;
  /** Devices in the ring. */
  readonly passkeys?: readonly RingPasskey[];
}

/** An activity that sends money, in a workflow of this id; what the bank was told. */
export function sending(
  workflowId: string,
  {
    policy = POLICY,
    revoked,
    mode = 'signed',
    holder,
    loan = 'LN-1',
    lending = USUAL_LENDING_POLICY,
    records,
    runId = 'run-1',
    passkeys = [],
    record = { first_name: 'Test', last_name: 'Borrower', business_name: null },
  }: Sending = {},
) {
  const bank = {
    createPayout: jest.fn(),
    flushAccount: jest.fn(),
    updateTransferLimits: jest.fn(),
    chargeRepayment: jest.fn(),
    getPayoutStatus: jest.fn(),
    getAccount: jest.fn(),
    setDisbursementAccount: jest.fn(),
    resolveAccount: jest.fn(),
    getLoanApplication: jest
      .fn()
      .mockResolvedValue({ reference: loan, amount: 50_000_000, customer_id: 'C-1' }),
    getCustomer: jest.fn().mockImplementation(async ({ id }) => {
      if (id !== 'C-1' || !record) throw new RequestRefusedError('getCustomer', 404, 'Customer not found');
      return record;
    }),
  };
  const state = { state: 'revoked', since: '2020-01-01T00:00:00Z' } as const;
  const entries = signers.map(({ key, entry }) => ({ ...entry, ...(key === revoked && state) }));
  const ring = keyRingOf(entries, passkeys);
  const activities = createActivities({
    bank: bankWith(bank),
    documents: { open: () => Promise.reject(new Error('no documents here')) },
    client: noTemporal,
    payoutPolicy: policy,
    lendingPolicy: lending,
    extraActivities: ['chargeRepayment'],
    records,
    authority: mode === 'open' ? { mode } : { mode, environment: ENVIRONMENT, keyRing: () => ring, receipts },
  });
  const info = { workflowExecution: { workflowId, runId } };
  const send = (
    name: keyof typeof bank,
    body: object,
    authorisation?: object,
    mark?: SendMark,
    number = 1,
  ) => {
    const { beneficiary } = body as Partial<ProvenPayout['order']>;
    bank.resolveAccount.mockResolvedValue({ account_name: holder ?? beneficiary?.account_name ?? HOLDER });
    return attempt({ ...info, attempt: number }).run(activities[name] as Activity, body, authorisation, mark);
  };
  return { bank, send };
}
