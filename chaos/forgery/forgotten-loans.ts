import type { Client, WorkflowHandle } from '@temporalio/client';
import { canonical, hash } from '../../src/authority/digest';
import type { TimelineEntry } from '../../src/domain/case/snapshot';
import type { CommandReceipt } from '../../src/domain/case/commands';
import { oneOther } from '../../src/domain/case/agreement';
import { loanCommands } from '../../src/domain/loan/commands';
import { USUAL_LENDING_POLICY } from '../../src/domain/loan/policy';
import { REAL_TIME } from '../../src/domain/time/clock';
import { addDays, lagosDayOf } from '../../src/domain/time/lagos-days';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { ACCOUNT, LOAN } from '../../test/support/activities/disbursement';
import { officer, proven, supervisor } from '../../test/support/activities/gate';
import { provenTogether } from '../../test/support/activities/together';
import { receipts, signed } from '../../test/support/authority/forgeries';
import { untilShown } from './approved-payout';
import { forgetting, SAID_NO, UNHEEDED } from './forgotten-vetoes';
import { FAR_INSTALMENT, outcomeOfForeign, type Attempt, type Attempted, type Twin } from './sending';

const by = { key: officer.key, role: 'officer' } as const;
const others = [{ key: supervisor.key, role: 'supervisor' }] as const;

/** A case that has come so far, and a call that its acts allow. */
interface Begun {
  readonly handle: WorkflowHandle;
  readonly activity: string;
  readonly args: unknown[];
}

type Reach = (client: Client, reference: string, bank: Attempted) => Promise<Begun>;

const begin = async (client: Client, type: string, workflowId: string, input: object) =>
  client.workflow.start(type, { workflowId, taskQueue: WORKFLOW_QUEUE, args: [input] });

/** A loan that names the account it is to be paid into, once it is in a stage, and has an application at the bank. */
const loanIn =
  (stages: readonly string[]): Reach =>
  async (client, reference) => {
    const fields = { ...LOAN, reference, disbursementAccount: ACCOUNT };
    const wf = caseId('loan', reference);
    const message = await signed({ wf, act: 'start', role: by.role, fields }, {}, by.key);
    const handle = await begin(client, workflowTypes.loan, wf, message);
    const { facts } = await untilShown(handle, ({ stage }) => stages.includes(stage));
    const order = {
      applicationId: facts.applicationId,
      ...{ account_number: ACCOUNT.accountNumber, bank_code: ACCOUNT.bankCode },
    };
    const confirmed = { endsWith: ACCOUNT.accountNumber.slice(-4), reason: 'CHECKED_WITH_BORROWER' };
    const start = await proven('start', fields, { ...by, wf });
    const holder = await provenTogether(
      wf,
      ['confirmAccountHolder', loanCommands.confirmAccountHolder],
      confirmed,
      { by, others, about: ACCOUNT },
    );
    return { handle, activity: 'setDisbursementAccount', args: [order, { start, holder }] };
  };

/** Begins the repayment of a loan, for which a worker vouches under the loan's start. */
async function beginRepayment(client: Client, reference: string, loanId: string, more: object) {
  const wf = caseId('repayment', loanId);
  const input = { loanReference: reference, loanId, customerId: 'nobody', clock: REAL_TIME, ...more };
  const { act } = await proven('start', {}, { ...by, wf: caseId('loan', reference) });
  const digest = hash(canonical(input));
  const under = receipts.give(act, { wf, at: new Date().toISOString(), digest });
  const handle = await begin(client, workflowTypes.repayment, wf, { ...input, under });
  return { handle, start: { ...under, fields: input } };
}

/** A loan in repayment, which may be charged by its policy. */
const repaying: Reach = async (client, reference, { lend }) => {
  const loanId = `of-${reference}`;
  lend(loanId);
  const policy = { mode: 'charge', graceDays: 1, mandate: { eachKobo: 60_000 } };
  const { handle, start } = await beginRepayment(client, reference, loanId, { policy });
  const charge = {
    loanId,
    amountKobo: 50_000,
    reference: `${reference}-d20260131-a1`,
    known: [FAR_INSTALMENT],
  };
  return { handle, activity: 'chargeInstalment', args: [charge, { start }] };
};

const give = async (
  handle: WorkflowHandle,
  command: string,
  fields: object,
  { key, role }: typeof by | (typeof others)[0] = by,
): Promise<CommandReceipt> => {
  const message = await signed({ wf: handle.workflowId, act: command, role, fields }, {}, key);
  return handle.executeUpdate(command, { args: [message] });
};

/** Has another program do under the id of a case what only the case may; its run ends for that. @returns what came of it */
async function inPlaceOf(client: Client, { handle, activity, args }: Begun): Promise<string> {
  await handle.terminate('another program takes its place').catch(() => undefined);
  return outcomeOfForeign(client, handle.workflowId, activity, args);
}

/** Whether the gate has let a call pass to the bank, which may still refuse it. */
const hasPassed = (outcome: string) => /^(sent|NOT_YET|REQUEST_REFUSED)/.test(outcome);

/** A person says no, or something else, to a case; once the server has forgotten that, its acts are used as they were before. */
const afterForgetting =
  (reach: Reach, command: string, say: (handle: WorkflowHandle) => Promise<unknown>, why: string): Attempt =>
  async (client, { payout: { reference } }, bank) => {
    const begun = await reach(client, reference, bank);
    await say(begun.handle);
    const handle = await forgetting(client, begun.handle, command);
    const outcome = await inPlaceOf(client, { ...begun, handle });
    if (!hasPassed(outcome) && !outcome.includes(why))
      throw new Error(`something else has stopped it: ${outcome}`);
    return hasPassed(outcome);
  };

const applied = loanIn(['UNDERWRITING', 'BANK_STATEMENT', 'DECISION', 'OFFER']);

/** Commands of loans that the server has the case forget. */
export const byForgottenLoans: readonly [string, Attempt][] = [
  [
    'a reset of a loan to before a person said withdraw',
    afterForgetting(
      applied,
      'withdraw',
      (handle) => give(handle, 'withdraw', { reason: 'FRAUD_SUSPECTED' }),
      SAID_NO,
    ),
  ],
  [
    'a reset of a loan to before people said which other account it goes to',
    afterForgetting(
      loanIn(['OFFER']),
      'setDisbursementAccount',
      async (handle) => {
        const other = { ...ACCOUNT, accountNumber: '9000000002' };
        const { proposed } = await give(handle, 'setDisbursementAccount', other);
        await give(handle, 'confirmProposal', { expectedDigest: proposed }, others[0]);
      },
      UNHEEDED,
    ),
  ],
  [
    'a reset of a repayment to before a person said pauseCharging',
    afterForgetting(repaying, 'pauseCharging', (handle) => give(handle, 'pauseCharging', {}), SAID_NO),
  ],
];

/** The same calls, with nothing that is forgotten: the gate lets them pass to the bank. */
const untouched =
  (reach: Reach): Twin =>
  async (client, reference, bank) => {
    const outcome = await inPlaceOf(client, await reach(client, reference, bank));
    if (!hasPassed(outcome)) throw new Error(outcome);
    return true;
  };

export const withAccountOfStart = untouched(applied);
export const withinMandate = untouched(repaying);

const TOGETHER = {
  ...USUAL_LENDING_POLICY,
  commands: { ...USUAL_LENDING_POLICY.commands, chargeNow: { confirmations: oneOther(['supervisor']) } },
};

/** What an officer asks for and a supervisor confirms goes to the bank, through the case itself. */
export const chargedTogether: Twin = async (client, reference, { lend }) => {
  const loanId = `of-${reference}`;
  lend(loanId, addDays(lagosDayOf(Date.now()), -3));
  const policy = { mode: 'observe', graceDays: 1 };
  const { handle } = await beginRepayment(client, reference, loanId, { policy, lending: TOGETHER });
  await untilShown(handle, ({ facts }) => typeof facts.overdueSince === 'string');
  const { proposed: expectedDigest } = await give(handle, 'chargeNow', {});
  await give(handle, 'confirmProposal', { expectedDigest }, others[0]);
  // The bank may say that there is too little money: then the gate has let it pass.
  const isTold = ({ what }: TimelineEntry) => /, charge .*: (not )?charged$/.test(what);
  const { timeline } = await untilShown(handle, (shown) => shown.timeline.some(isTold));
  const why = timeline.find(isTold)?.note ?? '';
  if (why.includes('nothing was sent')) throw new Error(why);
  return true;
};
