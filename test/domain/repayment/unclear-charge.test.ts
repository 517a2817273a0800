import { RepaymentBook } from '../../../src/domain/repayment/book';
import { dueAt } from '../../../src/domain/repayment/instalments';
import { concernOf, nextAct } from '../../../src/domain/repayment/next-act';

const HOUR = 3_600_000;
const DUE_ON = '2027-01-10';
const instalment = (paidKobo: number) => ({
  ...{ dueOn: DUE_ON, totalDueKobo: 1_000, paidKobo },
  status: paidKobo >= 1_000 ? 'PAID' : 'UNPAID',
});

/** A loan of one instalment, which is due, and a charge of it that was begun. */
function charged(mode: 'charge' | 'observe', atMostKobo?: number) {
  const policy = { mode, graceDays: 1, maximumAttempts: 3, retryAfterDays: 1 };
  const book = new RepaymentBook();
  let nowMs = dueAt(DUE_ON);
  const known = () => ({ loanReference: 'LN-1', book, policy, isPaused: false, nowMs });
  const reads = (paidKobo: number, hours = 1) => {
    for (let read = 0; read < hours; read++) book.learn([instalment(paidKobo)], (nowMs += HOUR));
  };
  book.learn([instalment(0)], nowMs);
  if (atMostKobo !== undefined) book.ask({ dueBy: DUE_ON, atMostKobo });
  const act = nextAct(known());
  if (act.act !== 'charge') throw new Error(`nothing is charged: ${JSON.stringify(act)}`);
  book.begin(act.charge);
  return {
    book,
    known,
    reads,
    answered: (answer: Parameters<RepaymentBook['answered']>[0]) => book.answered(answer, nowMs),
  };
}

test('what the bank took by people’s word, and its schedule does not show, is not charged again by itself', () => {
  const { book, known, reads, answered } = charged('charge');
  answered({ status: 'TAKEN', takenKobo: 1_000 });
  reads(0, 40);
  expect(book.open?.status).toBe('PENDING');
  book.resolve('TAKEN');
  reads(0, 400);
  expect(nextAct(known())).toMatchObject({ act: 'observe' });
  expect(concernOf(known())).toContain('people have shown that the bank took the charge');
  book.ask({ dueBy: DUE_ON });
  expect(nextAct(known())).toMatchObject({ act: 'charge' });
});

test('a loan with nothing left to pay is not closed while what became of a charge is not known', () => {
  const { book, known, reads, answered } = charged('observe', 300);
  answered({ status: 'LOST' });
  reads(1_000);
  expect(book.open?.status).toBe('UNANSWERED');
  expect(nextAct(known()).act).not.toBe('close');
  expect(nextAct({ ...known(), isPatched: () => false }).act).toBe('close');
  book.resolve('NOT_TAKEN');
  expect(nextAct(known()).act).toBe('close');
});
