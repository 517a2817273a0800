import { CancellationScope } from '@temporalio/workflow';
import type { BankOperations } from '../../bank/contract';
import { differencesFrom } from '../../domain/payout/same-payout';
import { isSameWord } from '../../domain/wire/bank-words';
import { flushOrder, payoutOrder } from '../../domain/payout/order';
import type { refusals } from '../../bank/contract/refusals';
import { inWords, refusalOf, type Refusal } from '../case/failures';
import { firstOf } from '../case/races';
import { onceRecorded } from '../case/records/database-wait';
import { attempt, findOut, sendOnce, waitFor } from '../case/steps';
import { isApprovalValid } from './preparation/approval';
import { untilBankIsUp } from './preparation/bank-uptime';
import type { PayoutCase } from './payout-case';
import { prepare } from './preparation/stage';
import { readShown, targetOf, untilShown, type Shown } from './taken';

const DUPLICATE: typeof refusals.duplicateReference.message = 'duplicate reference';
const CONFLICT = 409;

type Ordered = Awaited<ReturnType<BankOperations['createPayout']>>;

type Sent = 'taken' | 'sendAgain' | 'approvalLapsed';

/** What the bank may have taken is followed to its end: cancelling the workflow in Temporal changes nothing then. */
export const toItsEnd = <R>(stage: () => Promise<R>): Promise<R> => CancellationScope.nonCancellable(stage);

/** Prepares the payout and sends it; prepares it anew where its approval lapsed before the bank took it. */
export async function sendPrepared(payout: PayoutCase): Promise<void> {
  let taken = false;
  while (!taken) {
    const accountName = await prepare(payout);
    taken = await toItsEnd(() => submit(payout, accountName));
  }
}

/**
 * Sends the prepared payout under its reference. Afterwards the bank has it, exactly once.
 * @returns false when its approval has lapsed and the bank has not taken it: then it is to be prepared anew.
 */
export async function submit(payout: PayoutCase, accountName: string): Promise<boolean> {
  let sent: Sent = 'sendAgain';
  while (sent === 'sendAgain')
    sent = await attempt(payout, 'Sending the payout', () => sendOrFind(payout, accountName));
  return sent === 'taken';
}

async function sendOrFind(payout: PayoutCase, accountName: string): Promise<Sent> {
  let begunAt = payout.now();
  return sendOnce<Sent>(payout, {
    proof: proofOf(payout),
    send: () => {
      begunAt = payout.now();
      return onceRecorded(payout, () => send(payout, accountName, begunAt));
    },
    unanswered: () => payout.sendTold('unanswered', begunAt),
    find: () => find(payout),
  });
}

const proofOf = ({ input: { policy } }: PayoutCase) => ({
  graceSeconds: policy.graceSeconds,
  reads: policy.readsToProveAbsence,
});

async function find(payout: PayoutCase): Promise<Sent | undefined> {
  const shown = await readShown(payout);
  return shown.what === 'absent' ? undefined : afterRead(payout, shown);
}

/** Takes up a payout that an earlier run may have sent. What the bank does not show is sent only at a person's word. */
export async function takeUp(payout: PayoutCase, accountName: string): Promise<void> {
  const found = await findOut(payout, { find: () => find(payout), proof: proofOf(payout) });
  if ((found ?? (await untilClear(payout, 'its earlier run was ended by force'))) === 'sendAgain')
    await submit(payout, accountName);
}

/** A refusal says what became of the payout only where no earlier send went unanswered; else reading tells. */
async function send(payout: PayoutCase, accountName: string, begunAt: string): Promise<Sent> {
  if (payout.isUnsent && !isApprovalValid(payout)) return 'approvalLapsed';
  try {
    const reply = await order(payout, accountName);
    if (isAnother(payout, reply)) return await unlessOurs(payout, begunAt);
    payout.learnAmount(reply.amount);
    payout.sendTold('taken', begunAt);
    return 'taken';
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    payout.sendTold(isDuplicate(refusal) ? 'duplicate' : 'refused', begunAt);
    return afterRefusal(payout, error, refusal);
  }
}

/** Some banks answer a used reference with the payout that they have, which may be another one. */
const isAnother = (payout: PayoutCase, { amount, beneficiary }: Ordered): boolean =>
  differencesFrom(targetOf(payout), {
    amountKobo: amount,
    bankCode: beneficiary.bank_code,
    accountNumber: beneficiary.account_number,
  }).length > 0;

/** The reply does not say that the bank has our payout; its status does, or does not. */
async function unlessOurs(payout: PayoutCase, begunAt: string): Promise<Sent> {
  payout.sendTold('unanswered', begunAt);
  return (await find(payout)) ?? untilClear(payout, 'the bank has confirmed another payout');
}

const isDuplicate = ({ status, refusal }: Refusal) => status === CONFLICT || isSameWord(refusal, DUPLICATE);

/** @throws the refusal where the bank took nothing, and its bank is not the obstacle. */
async function afterRefusal(payout: PayoutCase, error: unknown, refusal: Refusal): Promise<Sent> {
  const shown = await readShown(payout);
  if (shown.what !== 'absent') return afterRead(payout, shown);
  if (!payout.isUnsent) return untilClear(payout, isDuplicate(refusal) ? undefined : inWords(error));
  if (await untilBankIsUp(payout)) return 'sendAgain';
  throw error;
}

/** Reads on until the bank shows the payout; meanwhile a person may have it sent again, or end it with evidence. */
async function untilClear(payout: PayoutCase, refusal: string | undefined): Promise<Sent> {
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

/** What the bank has under the reference is ours, or a person says what to do about it. */
async function afterRead(payout: PayoutCase, shown: Shown): Promise<Sent> {
  if (shown.what !== 'another') return 'taken';
  payout.raiseAttention(
    `the bank has another payout under this reference (it differs in ${shown.differences.join(', ')})`,
    payout.remedies,
  );
  await payout.askForRetry();
  payout.settleAttention();
  return 'sendAgain';
}

/** The one call that moves money. */
function order(payout: PayoutCase, accountName: string): Promise<Ordered> {
  const { kind, input, bank, making, preApproval } = payout;
  const authorisation = making.authorisation(payout.commands.acts, payout.approval, preApproval?.approved);
  return kind === 'flush'
    ? bank.once.flushAccount(flushOrder(input, accountName), ...authorisation)
    : bank.once.createPayout(payoutOrder(input, accountName), ...authorisation);
}
