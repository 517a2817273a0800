import { condition, sleep } from '@temporalio/workflow';
import { cadences, nextWaitSeconds } from '../../domain/cadence';
import { pollDelay } from '../../domain/clock';
import { endByEvidence } from '../../domain/payout-commands';
import { remarkOf } from '../../domain/remarks';
import type { Service } from '../../service/contract';
import type { refusals } from '../../service/contract/refusals';
import { refusalOf } from '../case/failures';
import { attempt, poll, sendOnce, waitFor, within } from '../case/steps';
import type { PayoutResult } from '../results';
import type { PayoutCase } from './payout-case';
import { despiteOutage } from './readiness';
import { traceOf } from './trace';

/** How a payout ended, and what is known about it then. */
type Ending = Pick<PayoutResult, 'status'> & Partial<PayoutResult>;

type Status = Awaited<ReturnType<Service['getPayoutStatus']>>;

const DUPLICATE: typeof refusals.duplicateReference.message = 'duplicate reference';

/** Sends the prepared payout under its reference. Afterwards the service has it, exactly once. */
export async function submit(payout: PayoutCase, accountName: string): Promise<void> {
  const { file, input } = payout;
  const { source, beneficiary } = input;
  const sentAt = (payout.sentAt = file.now());
  Object.assign(file.facts, traceOf({ sourceAccountNumber: source.accountNumber, beneficiary, sentAt }));
  await attempt(payout, 'Sending the payout', () =>
    sendOnce(payout, { send: () => send(payout, accountName), find: () => findTaken(payout) }),
  );
}

/** A refusal as a duplicate means that an earlier attempt arrived: then reading tells whether it is ours. */
async function send(payout: PayoutCase, accountName: string): Promise<true> {
  try {
    const { amount } = await despiteOutage(payout, () => order(payout, accountName));
    payout.learnAmount(amount);
    return true;
  } catch (error) {
    if (refusalOf(error)?.refusal.trim().toLowerCase() !== DUPLICATE) throw error;
  }
  payout.undecided = true;
  await waitFor(payout, 'PAYOUT_OUTCOME', () => untilTaken(payout));
  payout.undecided = false;
  return true;
}

/** The service has the payout but may not show it yet. */
async function untilTaken(payout: PayoutCase): Promise<void> {
  for (let waitedSeconds = 0; !(await findTaken(payout));) {
    const seconds = nextWaitSeconds(cadences.payout, waitedSeconds);
    await sleep(pollDelay(payout.file.clock, seconds * 1000), { summary: 'before reading once more' });
    waitedSeconds += seconds;
  }
}

/** The one call that moves money. */
function order({ kind, input, service }: PayoutCase, accountName: string): Promise<{ amount: number }> {
  const { reference, amountKobo, source, remark } = input;
  const beneficiary = {
    bank_code: input.beneficiary.bankCode,
    bank_name: input.beneficiary.bankName,
    account_number: input.beneficiary.accountNumber,
    account_name: accountName,
  };
  if (kind === 'flush')
    return service.once.flushAccount({ account_number: source.accountNumber, reference, beneficiary });
  return service.once.createPayout({
    reference,
    amount: amountKobo,
    source: { account_number: source.accountNumber },
    beneficiary,
    remark: remarkOf(reference, remark),
  });
}

/** Looks the payout up by its reference; nothing when the service does not know it (yet). */
async function findTaken(payout: PayoutCase): Promise<true | undefined> {
  for (;;) {
    const found = await statusOf(payout);
    if (!found) return undefined;
    if (isOurs(found, payout)) {
      payout.learnAmount(found.amount);
      return true;
    }
    payout.undecided = false;
    payout.file.raiseAttention('the service has another payout under this reference', payout.remedies);
    await payout.askForRetry();
    payout.file.settleAttention();
  }
}

async function statusOf({ service, input }: PayoutCase): Promise<Status | undefined> {
  try {
    return await service.urgent.getPayoutStatus({ reference: input.reference });
  } catch (error) {
    if (refusalOf(error)?.status === 404) return undefined;
    throw error;
  }
}

/** The amount of a flush is for the service to say. */
const isOurs = ({ amount, beneficiary }: Status, { kind, input }: PayoutCase) =>
  (kind === 'flush' || amount === input.amountKobo) &&
  beneficiary.accountNumber === input.beneficiary.accountNumber &&
  beneficiary.bankCode === input.beneficiary.bankCode;

/** Follows the payout until the service says SUCCESS, FAILED or REVERSED, or a person shows evidence of its end. */
export async function follow(payout: PayoutCase): Promise<PayoutResult> {
  payout.file.enter('PENDING');
  for (;;) {
    const ending = await waitFor(payout, 'PAYOUT_OUTCOME', () =>
      within(Infinity, () => Promise.race([untilSettled(payout), untilEvidence(payout)])),
    );
    if (ending) return payout.end(ending.status, ending);
  }
}

async function untilSettled(payout: PayoutCase): Promise<Ending> {
  const { reference, amountKobo, source } = payout.input;
  const sent = { reference, amountKobo, sourceAccountNumber: source.accountNumber };
  const { status, message, feeKobo, uniqueRef } = await attempt(payout, 'Asking for the status', () =>
    poll(payout, 'payout', (pace) => payout.service.watch.awaitPayoutOutcome({ ...sent, pace })),
  );
  const fee = feeKobo === undefined ? {} : { feeKobo };
  Object.assign(payout.file.facts, { uniqueRef, ...fee, settledAt: payout.file.now() });
  return { status, uniqueRef, ...fee, ...(status !== 'SUCCESS' && { reason: message }) };
}

/** Nothing while the evidence says that it is still open: then the wait begins anew. */
async function untilEvidence(payout: PayoutCase): Promise<Ending | undefined> {
  await condition(() => payout.evidence.length > 0);
  const status = payout.evidence
    .splice(0)
    .map((outcome) => endByEvidence[outcome])
    .find((end) => end !== undefined);
  return status && { status, reason: 'settled by evidence' };
}
