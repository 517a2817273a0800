import { canonical, contentDigest, hash } from '../../../src/authority/digest';
import type { SigningKey } from '../../../src/authority/person-key';
import type { Proof } from '../../../src/domain/case/proof';
import { flushOrder, payoutContent, payoutOrder } from '../../../src/domain/payout/order';
import { limitsContent, limitsOrder } from '../../../src/domain/transfer-limits/limits';
import { approvedRow } from '../../support/activities/batch-row';
import {
  ACCOUNT,
  accountOrder,
  BORROWER,
  LOAN_CASE,
  startedWith,
  together,
} from '../../support/activities/disbursement';
import {
  approval,
  first,
  HOLDER,
  legitimate,
  maker,
  officer,
  order,
  PAYOUT,
  proven,
  second,
  sending,
  third,
} from '../../support/activities/gate';
import { receipts } from '../../support/authority/forgeries';
import { failureOf } from '../../support/fake-bank';

/** What is sent, and what proves that it may be. */
interface Sent {
  readonly wf: string;
  readonly activity: Parameters<ReturnType<typeof sending>['send']>[0];
  readonly body: object;
  readonly proof: () => Promise<{ readonly start: Proof }>;
  /** Whose acts are in the proof. */
  readonly signers: readonly SigningKey[];
  readonly holder?: string;
}

/** An input for which a worker has vouched, under the act of a case that was begun or of a payout that is taken up. */
const vouchedUnder = ({ act }: { readonly act: string }, wf: string, fields: object) => ({
  ...receipts.give(act, { wf, at: new Date().toISOString(), digest: hash(canonical(fields)) }),
  fields,
});

const approvedBy = (wf: string, digest: string) =>
  Promise.all([first.key, second.key].map((key) => approval(key, { wf }, digest)));

const { amountKobo: _bank, remark: _none, ...FLUSH } = { ...PAYOUT, reference: 'FL-1' };
const flushDigest = contentDigest(payoutContent({ ...FLUSH, amountKobo: 0, remark: '' }, HOLDER));
const LIMITS = {
  reference: 'TL-1',
  accountNumber: '9000000001',
  perTransactionNaira: 5_000,
  dailyNaira: 50_000,
};
const larger = { ...PAYOUT, amountKobo: 3_000_000 };
const REPAYMENT = {
  loanReference: 'LN-1',
  loanId: 'L-1',
  policy: { mode: 'charge', mandate: { eachKobo: 60_000 } },
};
const charge = { loanId: 'L-1', amount: 50_000, reference: 'LN-1-d20260131-a1' };
const adopted = async (fields: object) =>
  vouchedUnder(await proven('adopt', { reason: 'MISTAKE' }, { key: third.key }), 'payout:PO-1', fields);
const loanBegun = async () =>
  vouchedUnder(
    await proven('start', { reference: 'LN-1' }, { key: officer.key, role: 'officer', wf: LOAN_CASE }),
    'repayment:L-1',
    REPAYMENT,
  );

const APPROVED = [maker.key, first.key, second.key];

const beginnings: Readonly<Record<string, Sent>> = {
  'a payout that was started': {
    ...{ wf: 'payout:PO-1', activity: 'createPayout', body: order, signers: APPROVED },
    proof: legitimate,
  },
  'a payout that was adopted before it was ever sent': {
    ...{ wf: 'payout:PO-1', activity: 'createPayout', body: order },
    signers: [third.key, first.key, second.key],
    proof: async () => ({
      start: await adopted({ ...PAYOUT, createdBy: 'maker-1' }),
      approvals: (await legitimate()).approvals,
    }),
  },
  'a payout that was changed since': {
    ...{ wf: 'payout:PO-1', activity: 'createPayout', body: payoutOrder(larger, HOLDER) },
    signers: [...APPROVED, third.key],
    proof: async () => ({
      start: await proven('start', PAYOUT),
      changes: [await proven('amend', { amountKobo: larger.amountKobo }, { key: third.key })],
      approvals: await approvedBy('payout:PO-1', contentDigest(payoutContent(larger, HOLDER))),
    }),
  },
  'a row of a batch': {
    ...{ wf: 'payout:PO-1', activity: 'createPayout', body: order, signers: APPROVED },
    proof: async () => (await approvedRow()).authorisation,
  },
  'a flush': {
    ...{ wf: 'flush:FL-1', activity: 'flushAccount', body: flushOrder(FLUSH, HOLDER), signers: APPROVED },
    proof: async () => ({
      start: await proven('start', FLUSH, { wf: 'flush:FL-1' }),
      approvals: await approvedBy('flush:FL-1', flushDigest),
    }),
  },
  'limits of an account': {
    ...{ wf: 'limits:TL-1', activity: 'updateTransferLimits', body: limitsOrder(LIMITS), signers: APPROVED },
    proof: async () => ({
      start: await proven('start', LIMITS, { wf: 'limits:TL-1' }),
      approvals: await approvedBy('limits:TL-1', contentDigest(limitsContent(LIMITS))),
    }),
  },
  'a charge under the mandate of its loan': {
    ...{ wf: 'repayment:L-1', activity: 'chargeRepayment', body: charge, signers: [officer.key] },
    proof: async () => ({ start: await loanBegun() }),
  },
  'a charge that an officer has asked for': {
    ...{ wf: 'repayment:L-1', activity: 'chargeRepayment', body: charge, signers: [officer.key] },
    proof: async () => ({
      start: await loanBegun(),
      asked: await proven(
        'chargeNow',
        { amountKobo: 50_000 },
        { key: officer.key, role: 'officer', wf: 'repayment:L-1' },
      ),
    }),
  },
  'the account that a loan was begun with': {
    ...{ wf: LOAN_CASE, activity: 'setDisbursementAccount', body: accountOrder, holder: BORROWER },
    signers: [officer.key],
    proof: () => startedWith(ACCOUNT),
  },
  'the account that a loan was given later': {
    ...{ wf: LOAN_CASE, activity: 'setDisbursementAccount', body: accountOrder, holder: BORROWER },
    signers: [officer.key],
    proof: async () => ({
      ...(await startedWith()),
      account: await together('setDisbursementAccount', ACCOUNT),
    }),
  },
};

const everyBeginning = Object.entries(beginnings);

test.each(everyBeginning)(
  '%s is sent by what proves it, in whichever run of its case',
  async (_what, sent) => {
    const { bank, send } = sending(sent.wf, sent);
    const proof = await sent.proof();
    await send(sent.activity, sent.body, proof);
    // As a run hands it to the next one.
    await send(sent.activity, sent.body, JSON.parse(JSON.stringify(proof)) as object);
    expect(bank[sent.activity]).toHaveBeenCalledTimes(2);
  },
);

test.each(everyBeginning)('%s is not sent for another case', async (_what, sent) => {
  const { bank, send } = sending(`${sent.wf}-2`, sent);
  const failure = await failureOf(send(sent.activity, sent.body, await sent.proof()));
  expect(failure.type).toBe('PROOF_REFUSED');
  expect(bank[sent.activity]).not.toHaveBeenCalled();
});

test.each(everyBeginning)(
  '%s is left to others by a worker whose policy is older than that of its case',
  async (_what, sent) => {
    const { bank, send } = sending(sent.wf, sent);
    const { start, ...others } = await sent.proof();
    const newer = receipts.give(start.act, {
      ...start.receipt,
      policy: { version: 99, rules: '', lending: '' },
    });
    const proof = { ...others, start: { ...start, ...newer } };
    expect((await failureOf(send(sent.activity, sent.body, proof))).type).toBe('POLICY_OLDER');
    expect(bank[sent.activity]).not.toHaveBeenCalled();
  },
);

const everySigner = everyBeginning.flatMap(([what, sent]) =>
  sent.signers.map((key): [string, string, Sent, SigningKey] => [what, key.subject, sent, key]),
);

test.each(everySigner)('%s is not sent once the key of %s is revoked', async (_what, _who, sent, revoked) => {
  const { bank, send } = sending(sent.wf, { ...sent, revoked });
  const failure = await failureOf(send(sent.activity, sent.body, await sent.proof()));
  expect(failure.message).toMatch(/^nothing was sent: .*(was revoked|0 of \d people)/);
  expect(bank[sent.activity]).not.toHaveBeenCalled();
});
