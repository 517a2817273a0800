import { CancellationScope, sleep } from '@temporalio/workflow';
import { ActivityFailure } from '@temporalio/common';
import type { BankOperations } from '../../bank/contract';
import { isRefusal, UNKNOWN_REFERENCE, refusals, type Refused } from '../../bank/contract/refusals';
import type { Authorisation, SendMark } from '../../domain/case/send-authorisation';
import { differencesFrom, flushOrder, payoutOrder } from '../../domain/payout/order';
import { gateRulesOf } from '../../domain/payout/policy';
import { cadences, nextWaitSeconds } from '../../domain/time/cadence';
import { pollDelay } from '../../domain/time/clock';
import { isSameWord } from '../../domain/wire/bank-words';
import { inWords, refusalOf, wantedApproval } from '../case/failures';
import { findOut, onceAdmitted, sendOnce, unlessStopped } from '../case/send-once';
import { attempt, firstOf, waitFor } from '../case/steps';
import type { PayoutCase } from './payout-case';
import { isApprovalValid, prepare, untilBankIsUp } from './preparation/stage';

const CONFLICT = 409;

type Sent = 'taken' | 'sendAgain' | 'prepareAnew';

/** Not cancellable in Temporal: a payout that the bank may have taken is followed to its end. */
export const toItsEnd = <R>(stage: () => Promise<R>): Promise<R> => CancellationScope.nonCancellable(stage);

/**
 * Prepares and sends the payout. Prepares it anew if, before the bank takes it, its approval lapses or does
 * not suffice, or a person holds it.
 */
export async function sendPrepared(payout: PayoutCase): Promise<void> {
  const { sending } = payout;
  while (!sending.isTaken) {
    const accountName = await prepare(payout);
    await toItsEnd(() => submit(payout, accountName));
    if (payout.isUnsent) await backToPreparation(payout);
  }
}

/** Waits for the people who recall it: they may cancel it, which ends it here. */
async function backToPreparation(payout: PayoutCase): Promise<void> {
  await payout.recall.untilDecided();
  payout.enter('PREPARING', 'it is prepared anew before it is sent');
}

/** Sends the prepared payout under its reference. Afterwards the bank has it, exactly once, or it is to be prepared anew. */
export const submit = (payout: PayoutCase, accountName: string): Promise<void> =>
  payout.recall.during(async () => {
    let sent: Sent = 'sendAgain';
    while (sent === 'sendAgain')
      sent = await attempt(
        payout,
        'Sending the payout',
        () => sendOrFind(payout, accountName),
        (error) => whyUnsent(payout, error),
      );
  });

/** Names the account that pays where the bank does not know it: the refusal alone might mean the payee's. */
function whyUnsent({ input: { source } }: PayoutCase, error: unknown): string {
  const refused = refusalOf(error);
  const isUnknown = refused && isRefusal(refused, refusals.accountNotFound);
  const which = `the account that pays (…${source.accountNumber.slice(-4)}) was not found: `;
  return `${isUnknown ? which : ''}${inWords(error)}`;
}

async function sendOrFind(payout: PayoutCase, accountName: string): Promise<Sent> {
  let begunAt = payout.now();
  return sendOnce<Sent>(payout, {
    proof: payout.input.policy,
    send: () => {
      begunAt = payout.now();
      return send(payout, accountName, begunAt);
    },
    unanswered: () => payout.sendTold('unanswered', begunAt),
    find: () => find(payout),
  });
}

async function find(payout: PayoutCase): Promise<Sent | undefined> {
  const shown = await readShown(payout);
  return shown === 'absent' ? undefined : afterRead(payout, shown);
}

/** Takes up a payout that an earlier run may have sent. If the bank does not show it, a person decides. */
export async function takeUp(payout: PayoutCase, accountName: string): Promise<void> {
  payout.note('system', 'The reply to a write was lost; reading what became of it');
  const found = await findOut(payout, { find: () => find(payout), proof: payout.input.policy });
  const sent = found ?? (await untilClear(payout, 'its earlier run was ended by force'));
  if (sent === 'sendAgain') await submit(payout, accountName);
}

/** A refusal settles the outcome only if no earlier send went unanswered; otherwise only a read does. */
async function send(payout: PayoutCase, accountName: string, begunAt: string): Promise<Sent> {
  try {
    const reply = await payout.recall.unlessRecalled(() =>
      onceAdmitted(payout, async (mark) => {
        if (payout.resolution.isGiven) return payout.endByResolution();
        return maySend(payout) ? order(payout, accountName, mark) : undefined;
      }),
    );
    if (!reply) return 'prepareAnew';
    if (isAnother(payout, reply)) return await unlessOurs(payout, begunAt);
    payout.learnAmount(reply.amount);
    payout.sendTold('taken', begunAt);
    return 'taken';
  } catch (error) {
    const wanted = payout.isUnsent ? wantedApproval(error) : undefined;
    if (wanted) {
      // The workers' policy is now stricter than the payout's, or an approval no longer counts.
      payout.approval.want(wanted);
      return 'prepareAnew';
    }
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    payout.sendTold(isDuplicate(refusal) ? 'duplicate' : 'refused', begunAt);
    return payout.recall.unlessRecalled(() => afterRefusal(payout, error, refusal));
  }
}

/** A payout that may be under way is sent on, whatever people decided since. */
const maySend = (payout: PayoutCase): boolean =>
  !payout.isUnsent || (isApprovalValid(payout) && !payout.holds.isByOperator && !payout.isAmendmentProposed);

/** Some banks answer a used reference with the payout that they have, which may be another one. */
const isAnother = (payout: PayoutCase, { amount, beneficiary }: Ordered): boolean =>
  differencesFrom(payout.target, {
    amountKobo: amount,
    bankCode: beneficiary.bank_code,
    accountNumber: beneficiary.account_number,
  }).length > 0;

/** The reply shows another payout, so only the status can show whether the bank has ours. */
async function unlessOurs(payout: PayoutCase, begunAt: string): Promise<Sent> {
  payout.sendTold('unanswered', begunAt);
  return (await find(payout)) ?? untilClear(payout, 'the bank has confirmed another payout');
}

const isDuplicate = ({ status, refusal }: Refused) =>
  status === CONFLICT || isSameWord(refusal, refusals.duplicateReference.message);

/** @throws the refusal, if the bank took nothing and the beneficiary's bank is not down. */
async function afterRefusal(payout: PayoutCase, error: unknown, refusal: Refused): Promise<Sent> {
  const shown = await readShown(payout);
  if (shown !== 'absent') return afterRead(payout, shown);
  if (!payout.isUnsent) return untilClear(payout, isDuplicate(refusal) ? undefined : inWords(error));
  if (await untilBankIsUp(payout)) return 'sendAgain';
  throw error;
}

/**
 * Reads on until the bank shows the payout; meanwhile a person may have it sent again, or end it with
 * evidence. `refusal`: why the bank may not have it, if there is a reason.
 */
async function untilClear(payout: PayoutCase, refusal?: string): Promise<Sent> {
  const result = await waitFor(payout, 'PAYOUT_OUTCOME', () => {
    if (refusal !== undefined)
      payout.raiseAttention(
        `${refusal}; but an earlier send may have arrived, although the bank does not show it`,
        payout.remedies,
      );
    return firstOf<[Shown, 'sendAgain', never]>(
      () => untilShown(payout),
      () => payout.commands.ask('retry').then(() => 'sendAgain'),
      () => payout.endByResolution(),
    );
  });
  return result === 'sendAgain' ? result : afterRead(payout, result);
}

/** Accepts the bank's payout if it is ours; otherwise a person decides what to do. */
async function afterRead(payout: PayoutCase, shown: Shown): Promise<Sent> {
  if (typeof shown === 'string') return 'taken';
  payout.raiseAttention(
    `the bank has another payout under this reference (it differs in ${shown.differences.join(', ')})`,
    payout.remedies,
  );
  await payout.askForRetry();
  payout.settleAttention();
  return 'sendAgain';
}

type Ordered = Awaited<ReturnType<BankOperations['createPayout']>>;

/** The one call that moves money. */
function order(payout: PayoutCase, accountName: string, mark: SendMark): Promise<Ordered> {
  const { kind, input, bank } = payout;
  const authorisation = provenBy(payout);
  return payout.sending.during(() =>
    unlessStopped(
      kind === 'flush'
        ? bank.once.flushAccount(flushOrder(input, accountName), authorisation, mark)
        : bank.once.createPayout(payoutOrder(input, accountName), authorisation, mark),
      { reference: input.reference, mark },
    ),
  );
}

/** The proof that it may be sent, kept once under way; `undefined` if messages name their own actors. */
function provenBy(payout: PayoutCase): Authorisation | undefined {
  const { sending, contributors, approval, commands, preApproval, isUnsent, input } = payout;
  if (isUnsent || !sending.provenBy)
    sending.provenBy = contributors.authorisation(commands.acts.beginning, {
      approvals: approval.proofs,
      policy: gateRulesOf(input.policy),
      ...(preApproval?.approved && { ofBatch: preApproval.approved }),
    });
  return sending.provenBy;
}

type Status = Awaited<ReturnType<BankOperations['getPayoutStatus']>>;

/** The bank's record under a payout's reference: ours, nothing (yet), or another one with these differences. */
type Shown = 'taken' | 'absent' | { readonly differences: readonly string[] };

/** Reads what the bank has under the reference; a read that fails waits for a person. */
const readShown = (payout: PayoutCase): Promise<Shown> =>
  attempt(payout, 'Reading what became of the payout', () => read(payout));

/** The bank may have the payout but not show it yet; ends once it shows one. A read that fails is made again. */
async function untilShown(payout: PayoutCase): Promise<Shown> {
  let waitedSeconds = 0;
  let shown: Shown = 'absent';
  while (shown === 'absent') {
    const seconds = nextWaitSeconds(cadences.payout, waitedSeconds);
    await sleep(pollDelay(payout.clock, seconds * 1000), { summary: 'before reading once more' });
    waitedSeconds += seconds;
    shown = await readOrAbsent(payout);
  }
  return shown;
}

async function readOrAbsent(payout: PayoutCase): Promise<Shown> {
  try {
    return await read(payout);
  } catch (error) {
    if (error instanceof ActivityFailure && error.cause?.name !== 'CancelledFailure') return 'absent';
    throw error;
  }
}

async function read(payout: PayoutCase): Promise<Shown> {
  const shown = await statusOf(payout);
  if (!shown) return 'absent';
  const differences = differencesFrom(payout.target, { amountKobo: shown.amount, ...shown.beneficiary });
  payout.sendTold(differences.length > 0 ? 'another' : 'taken', payout.now());
  if (differences.length > 0) return { differences };
  payout.learnAmount(shown.amount);
  return 'taken';
}

/** Any other refusal than an unknown reference is a failed read. */
async function statusOf({ bank, input }: PayoutCase): Promise<Status> {
  try {
    return await bank.urgent.getPayoutStatus({ reference: input.reference });
  } catch (error) {
    if (UNKNOWN_REFERENCE.includes(refusalOf(error)?.status ?? 0)) return null;
    throw error;
  }
}
