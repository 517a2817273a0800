import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import { nairaText } from '../../domain/money/amounts';
import type { Charge, ChargeAnswer } from '../../domain/repayment/charge';
import type { Instalment } from '../../domain/repayment/instalments';
import { inWords, isOutcomeUnknown, isRefusedByGate, refusalOf } from '../case/failures';
import { onceAdmitted, unlessStopped } from '../case/send-once';
import { attempt } from '../case/steps';
import type { RepaymentCase } from './repayment-case';

/** What the workflow heard of a charge, and the schedule where it was read right before. */
interface Heard extends ChargeAnswer {
  readonly instalments?: readonly Instalment[];
  /** Why it was not charged. */
  readonly why?: string;
}

/** Sends a charge, and books what it has come to. A refusal is an outcome, not a failure. */
export async function charge(repayment: RepaymentCase, begun: Charge): Promise<void> {
  const { book } = repayment;
  book.begin(begun);
  const heard = await attempt(repayment, `Charging the instalment due on ${begun.dueOn}`, () =>
    send(repayment, begun),
  );
  if (heard.instalments) repayment.learn(heard.instalments);
  const settled = book.answered(heard, repayment.nowMs);
  if (settled && heard.status !== 'CHANGED')
    repayment.note('system', `${inOneLine(settled)}: ${IN_WORDS[settled.status]}`, heard.why);
  repayment.showFigures();
}

const inOneLine = ({ reference, dueOn, askedKobo, takenKobo = askedKobo }: Charge): string =>
  `${nairaText(takenKobo)} for the instalment due on ${dueOn}, charge ${reference}`;

const IN_WORDS: Readonly<Record<Charge['status'], string>> = {
  BEGUN: 'begun',
  TAKEN: 'charged',
  PENDING: 'the bank may have accepted the charge, and has not settled it yet',
  NOT_TAKEN: 'not charged',
  UNANSWERED: 'no reply; the schedule will show whether it was taken',
};

/** Sends it unless charging was paused meanwhile: what did not go out until then does not go out any more. */
async function send(repayment: RepaymentCase, begun: Charge): Promise<Heard> {
  const { input, book, bank } = repayment;
  const { reference, askedKobo: amountKobo } = begun;
  const request = { loanId: input.loanId, reference, amountKobo, known: book.listed };
  const start = repayment.commands.acts.beginning;
  const authorisation = start && { start, asked: begun.asked?.proof };
  try {
    return await unlessPaused(repayment, begun, () =>
      onceAdmitted(repayment, (mark) =>
        unlessStopped(bank.charges.chargeInstalment(request, authorisation, mark), { reference, mark }),
      ),
    );
  } catch (error) {
    if (isCancellation(error) && !repayment.isWanted(begun)) return { status: 'CHANGED' };
    if (isOutcomeUnknown(error)) return { status: 'LOST' };
    const refused = refusalOf(error);
    if (refused?.status === LACK_OF_MONEY)
      return { status: 'NOT_TAKEN', why: 'too little money in the account' };
    if (refused || isRefusedByGate(error))
      return { status: 'NOT_TAKEN', why: inWords(error), refusal: inWords(error) };
    throw error;
  }
}

const LACK_OF_MONEY = 402;

async function unlessPaused<R>(repayment: RepaymentCase, begun: Charge, order: () => Promise<R>): Promise<R> {
  const sending = new CancellationScope();
  const watching = new CancellationScope();
  const paused = watching.run(() => condition(() => !repayment.isWanted(begun)));
  void paused.then(() => {
    sending.cancel();
  }, ignored);
  try {
    return await sending.run(order);
  } finally {
    watching.cancel();
  }
}

const ignored = () => undefined;
