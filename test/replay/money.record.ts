import { moneyEventId, moneyEventStart, type MoneyEvent } from '../../src/domain/money/bank-events';
import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../../src/domain/payout/policy';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { readMoneyEvent } from '../../src/input/money-event';
import { accountNumbered } from '../../sandbox/money/accounts';
import { holderOf } from '../../sandbox/money/banks';
import { BOOKS } from '../../sandbox/money/ledger';
import { moveMoney } from '../../sandbox/money/movements';
import { receiveTransfer } from '../../sandbox/money/fees';
import { records } from '../support/replay/recording';
import { payoutFile } from '../support/workflows/sample';
import { steering, type Steered, type Steering } from '../support/workflows/steering';

const SOURCE = '9000000001';
const OTHER = '9000000002';
const PENDING = '0000000008';
const operator = { actor: 'operator-1', role: 'operator' };
const supervisor = { actor: 'supervisor-1', role: 'supervisor' };
const approver = { actor: 'checker-1', role: 'approver' };

/** Limits count as the largest amount there is, so they need an approval; the payouts here need none. */
const policy: PayoutPolicy = {
  ...USUAL_PAYOUT_POLICY,
  approvals: [{ fromKobo: 1_000_000_000, approvals: 1, roles: ['approver'] }],
};

const startLimits = (environment: Steering, reference: string): Promise<Steered> =>
  environment.start(workflowTypes.limits, caseId('limits', reference), {
    reference,
    createdBy: 'maker-1',
    accountNumber: SOURCE,
    perTransactionNaira: 50_000,
    dailyNaira: 200_000,
  });

const reconcile = (environment: Steering, reference: string, account: string): Promise<Steered> =>
  environment.start(workflowTypes.reconciliation, caseId('reconciliation', reference), { account });

/** The event of a payout's debit, read as the receiver reads it. */
function debitOf(environment: Steering, reference: string): MoneyEvent {
  const told = environment.bank.events
    .all()
    .findLast(({ data }) => JSON.stringify(data).includes(`"remark":"${reference} `));
  const read = readMoneyEvent(told?.data);
  if ('problems' in read) throw new Error(read.problems.join());
  return read.event;
}

/** Limits, money events, missed events, reconciliations and the report of the rate limit. */
records(
  steering(undefined, policy),
  async (environment) => {
    const limits = await startLimits(environment, 'TL-1');
    const { facts } = await limits.until((shown) => shown.facts.digest !== undefined);
    await limits.tell('approve', { ...approver, expectedDigest: facts.digest });
    await limits.result();
    return { 'limits-set': limits };
  },
  async (environment) => {
    const limits = await startLimits(environment, 'TL-2');
    await limits.tell('reject', { ...approver, reason: 'NOT_JUSTIFIED' });
    await limits.result();
    return { 'limits-cancelled': limits };
  },
  async (environment) => {
    environment.plant({ kind: 'error-after', operations: ['updateTransferLimits'] });
    const limits = await startLimits(environment, 'TL-3');
    const { facts } = await limits.until((shown) => shown.facts.digest !== undefined);
    await limits.tell('approve', { ...approver, expectedDigest: facts.digest });
    await limits.untilStage('SETTING');
    await environment.sleep(1);
    await limits.tell('cancel', { ...operator, reason: 'DUPLICATE' });
    await limits.result();
    return { 'limits-unclear': limits };
  },
  async (environment) => {
    const payout = await environment.startPayout(payoutFile(holderOf('901', PENDING), PENDING, SOURCE));
    const { reference } = await payout.until(({ waiting }) => waiting !== undefined);
    const named = debitOf(environment, reference);
    const { mentions: _mentions, ...unnamed } = named;
    const tell = (workflowId: string, event: MoneyEvent) =>
      environment.start(moneyEventStart(event).workflowType, workflowId, event);
    const told = {
      'money-event-woken': await tell(moneyEventId(named), named),
      'money-event-looked-up': await tell(`${moneyEventId(named)}:again`, unnamed),
    };
    for (const event of Object.values(told)) await event.result();
    environment.bank.payouts.change(reference, { status: 'SUCCESS' });
    await payout.result();
    return told;
  },
  async (environment) => {
    const { bank } = environment;
    bank.now = bank.clock.now();
    receiveTransfer(bank, accountNumbered(bank, SOURCE), 2_000_000, 'Rent of November');
    const backfill = await environment.start(workflowTypes.missedEvents, 'missed-events-1', {});
    await backfill.result(1);
    return { 'missed-events-recovered': backfill };
  },
  async (environment) => {
    await environment.sleep(60);
    const reconciliation = await reconcile(environment, 'R-1', OTHER);
    await reconciliation.result();
    return { 'reconciliation-agreed': reconciliation };
  },
  async (environment) => {
    const { bank } = environment;
    bank.now = bank.clock.now();
    const rent = { amountKobo: 70_000, category: 'TRANSFER', description: 'Office rent' } as const;
    moveMoney(bank, { from: OTHER, to: BOOKS.outside, ...rent });
    await environment.sleep(60);
    const reconciliation = await reconcile(environment, 'R-2', OTHER);
    await reconciliation.untilAttention();
    await reconciliation.tell('compareAgain', operator);
    await reconciliation.untilAttention();
    const evidence = 'ticket 12';
    await reconciliation.tell('resolveAttention', { ...supervisor, outcome: 'EXPLAINED', evidence });
    await reconciliation.result();
    return { 'reconciliation-resolved': reconciliation };
  },
  async (environment) => {
    const report = await environment.start(workflowTypes.rateLimitReport, 'rate-limit-report-1');
    await report.result();
    return { 'rate-limit-report': report };
  },
  async (environment) => {
    const question = { bankCode: '901', accountNumber: '0000000090' };
    const enquiry = await environment.start(workflowTypes.nameEnquiry, 'name-enquiry:recorded', question);
    await enquiry.result();
    return { 'name-enquiry': enquiry };
  },
  async (environment) => {
    const list = await environment.start(workflowTypes.bankList, 'bank-list');
    await list.result();
    return { 'bank-list': list };
  },
  async (environment) => {
    const terms = await environment.start(workflowTypes.payingTerms, 'paying-terms');
    await terms.result();
    return { 'paying-terms': terms };
  },
);
