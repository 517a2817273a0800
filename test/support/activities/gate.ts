import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../../../src/domain/payout/policy';
import type { Authorisation, ProvenAct } from '../../../src/domain/case/proof';
import { payoutContent, payoutOrder } from '../../../src/domain/payout/order';
import { contentDigest } from '../../../src/authority/digest';
import type { SigningKey } from '../../../src/authority/person-key';
import { createActivities } from '../../../src/activities';
import { attempt, bankWith, noTemporal } from '../fake-bank';
import { personKey, ringWith } from '../authority/acts';
import { receipts, signed, ENVIRONMENT } from '../authority/forgeries';

const POLICY: PayoutPolicy = {
  ...USUAL_PAYOUT_POLICY,
  approvals: [{ fromKobo: 1_000_000, approvals: 2, roles: ['approver', 'supervisor'] }],
};

export const maker = personKey('maker-1', ['operator', 'approver']);
export const shouting = personKey('MAKER-1', ['approver']);
export const first = personKey('approver-1', ['approver', 'operator']);
export const second = personKey('approver-2', ['approver']);
export const third = personKey('approver-3', ['operator']);
export const officer = personKey('officer-1', ['officer']);

export const PAYOUT = {
  reference: 'PO-1',
  amountKobo: 2_500_000,
  source: { accountNumber: '9000000001' },
  beneficiary: {
    bankCode: '901',
    bankName: 'Almond Bank',
    accountNumber: '0123456789',
    accountName: 'EMEKA HAUWA IBRAHIM',
  },
  remark: 'Invoice 17',
};

export const HOLDER = 'EMEKA HAUWA IBRAHIM';
export const order = payoutOrder(PAYOUT, HOLDER);
export const digest = contentDigest(payoutContent(PAYOUT, HOLDER));

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
  }: {
    key?: SigningKey;
    role?: SigningKey['roles'][number];
    wf?: string;
    agoMs?: number;
    book?: typeof receipts;
  } = {},
): Promise<ProvenAct> {
  const atMs = Date.now() - agoMs;
  const { act: jws, salt, ...said } = await signed({ wf, act, role, fields }, {}, key, atMs);
  return { ...book.give(jws, { wf, at: new Date(atMs).toISOString() }), salt, fields: said };
}

export const approval = (key: SigningKey, more: object = {}, expectedDigest = digest) =>
  proven('approve', { expectedDigest }, { key, role: 'approver', ...more });

/** What proves the payout: asked for by its maker, approved by two others. */
export const legitimate = async (): Promise<Authorisation> => ({
  start: await proven('start', PAYOUT),
  approvals: [await approval(first.key), await approval(second.key)],
});

/** An activity that sends money, in a workflow of this id; what the bank was told. */
export function sending(
  workflowId: string,
  {
    policy = POLICY,
    revoked = false,
    mode = 'signed',
  }: { policy?: PayoutPolicy; revoked?: boolean; mode?: 'signed' | 'open' } = {},
) {
  const bank = {
    createPayout: jest.fn(),
    flushAccount: jest.fn(),
    updateTransferLimits: jest.fn(),
    chargeRepayment: jest.fn(),
  };
  const state = revoked ? { state: 'revoked' as const, since: '2020-01-01T00:00:00Z' } : {};
  const ring = ringWith(...[maker, shouting, second, third, officer].map(({ entry }) => entry), {
    ...first.entry,
    ...state,
  });
  const activities = createActivities({
    bank: bankWith(bank),
    documents: { open: () => Promise.reject(new Error('no documents here')) },
    client: noTemporal,
    payoutPolicy: policy,
    authority: mode === 'open' ? { mode } : { mode, environment: ENVIRONMENT, keyRing: () => ring, receipts },
  });
  const info = { workflowExecution: { workflowId, runId: 'run-1' } };
  const send = (name: keyof typeof bank, body: object, authorisation?: object): Promise<unknown> =>
    attempt(info).run(activities[name] as never, body, authorisation) as Promise<unknown>;
  return { bank, send };
}
