import { RepaymentBook } from '../../../src/domain/repayment/book';
import {
  isOfUsedReference,
  nextLookAt,
  type AskedCharge,
  chargesIn,
} from '../../../src/domain/repayment/charge';
import { nextAct } from '../../../src/domain/repayment/next-act';
import type { Instalment } from '../../../src/domain/repayment/instalments';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const [FIRST, SECOND] = ['2026-12-21', '2027-01-21'];
const policy = { mode: 'charge', graceDays: 1, maximumAttempts: 3, retryAfterDays: 3 } as const;
const DUE = Date.parse('2026-12-21T18:00:00Z');

const instalment = (paidKobo: number, dueOn = FIRST, totalDueKobo = 100): Instalment => ({
  dueOn,
  totalDueKobo,
  paidKobo,
  status: paidKobo < totalDueKobo ? 'UNPAID' : 'PAID',
});

/** A loan whose schedule was read when its first instalment was due. */
function bookOf(...schedule: Instalment[]): RepaymentBook {
  const book = new RepaymentBook();
  book.learn(schedule, DUE - DAY);
  return book;
}

const actOf = (book: RepaymentBook, nowMs: number, isPaused = false) =>
  nextAct({ loanReference: 'LN-1', book, policy, isPaused, nowMs });

/** Begins the charge that is to be made then. */
function begin(book: RepaymentBook, nowMs: number) {
  const act = actOf(book, nowMs);
  if (act.act !== 'charge') throw new Error(`${act.act} instead of a charge`);
  book.begin(act.charge);
  return act.charge;
}

/** A book whose charge of 60 after 40 the bank has accepted, and not settled. */
function pending(): RepaymentBook {
  const book = bookOf(instalment(40));
  begin(book, DUE);
  book.answered({ status: 'PENDING' }, DUE);
  return book;
}

test('an instalment is charged in the evening of its due date, under a reference that names the date', () => {
  const book = bookOf(instalment(40), instalment(0, SECOND));
  expect(actOf(book, DUE - 1)).toEqual({ act: 'observe', dueOn: FIRST, untilMs: DUE });
  expect(begin(book, DUE)).toMatchObject({ reference: 'LN-1-d20261221-a1', askedKobo: 60 });
});

test.each([
  [40, []],
  [50, []],
  [99, []],
  [100, [{ reference: 'LN-1-d20261221-a1', amountKobo: 60 }]],
])(
  'a pending charge of 60 after 40 is booked once the schedule shows exactly so much more, and not at %d',
  (paid, taken) => {
    const book = pending();
    book.learn([instalment(paid)], DUE + HOUR);
    expect(book.taken()).toEqual(taken);
  },
);

test('a part that was transferred meanwhile is not taken for a charge of another amount', () => {
  const book = bookOf(instalment(0));
  book.ask({ dueBy: FIRST, atMostKobo: 70 });
  begin(book, DUE);
  book.answered({ status: 'LOST' }, DUE);
  book.learn([instalment(10)], DUE + 60_000);
  expect([book.open?.status, book.taken()]).toEqual(['UNANSWERED', []]);
  book.learn([instalment(10)], DUE + 40 * HOUR);
  expect(actOf(book, DUE + 40 * HOUR).act).toBe('observe');
});

test('a charge without a reply is looked for during 34 hours, then left to a person: it is never sent again', () => {
  const book = bookOf(instalment(0));
  begin(book, DUE);
  book.answered({ status: 'LOST' }, DUE);
  expect(actOf(book, DUE)).toEqual({ act: 'read', atMs: DUE + 60_000 });
  book.learn([instalment(0)], DUE + 30 * HOUR);
  expect(actOf(book, DUE + 30 * HOUR)).toEqual({ act: 'read', atMs: DUE + (2 ** 11 - 1) * 60_000 });
  book.learn([instalment(0)], DUE + 35 * HOUR);
  expect(actOf(book, DUE + 35 * HOUR)).toMatchObject({ act: 'observe', dueOn: FIRST });
  book.resolve('NOT_TAKEN');
  expect(actOf(book, DUE + 90 * HOUR)).toMatchObject({ act: 'charge', charge: { sends: 0 } });
});

test('what a repeated charge is refused with says nothing of the first send', () => {
  const book = bookOf(instalment(0));
  begin(book, DUE);
  book.answered({ status: 'LOST' }, DUE);
  book.begin(book.open!);
  book.answered({ status: 'NOT_TAKEN', refusal: 'no' }, DUE + 35 * HOUR);
  expect(book.open).toMatchObject({ status: 'PENDING', refusal: 'no' });
});

test('the next attempt comes so many days after the last one was made, however late that was', () => {
  const book = bookOf(instalment(0));
  const lateMs = DUE + 90 * DAY;
  book.learn([instalment(0)], lateMs);
  begin(book, lateMs);
  book.answered({ status: 'NOT_TAKEN' }, lateMs);
  expect(actOf(book, lateMs)).toEqual({ act: 'observe', dueOn: FIRST, untilMs: lateMs + 3 * DAY });
});

test('the rest of what was taken in part is charged at once, once', () => {
  const book = bookOf(instalment(0));
  begin(book, DUE);
  book.answered({ status: 'TAKEN', takenKobo: 50 }, DUE);
  expect(begin(book, DUE)).toMatchObject({ askedKobo: 50, paidBeforeKobo: 50 });
  book.answered({ status: 'TAKEN', takenKobo: 25 }, DUE);
  expect(actOf(book, DUE).act).toBe('observe');
});

test('a schedule that does not show yet what a charge took is read again before anything else is charged', () => {
  const book = bookOf(instalment(0), instalment(0, '2026-12-22'));
  const lateMs = DUE + DAY;
  book.learn(book.instalments, lateMs);
  begin(book, lateMs);
  book.answered({ status: 'TAKEN', takenKobo: 100 }, lateMs);
  book.learn([instalment(0), instalment(0, '2026-12-22')], lateMs + 1_000);
  expect(actOf(book, lateMs + 1_000)).toEqual({ act: 'read', atMs: lateMs + 61_000 });
  book.learn([instalment(100), instalment(0, '2026-12-22')], lateMs + 61_000);
  expect(begin(book, lateMs + 61_000).dueOn).toBe('2026-12-22');
});

test('a charge that the schedule does not show within 34 hours is open again, until a person knows better', () => {
  const book = bookOf(instalment(0));
  begin(book, DUE);
  book.answered({ status: 'TAKEN', takenKobo: 100 }, DUE);
  book.learn([instalment(0)], DUE + HOUR);
  book.learn([instalment(0)], DUE + 40 * HOUR);
  expect([book.open?.status, book.taken()]).toEqual(['PENDING', []]);
  book.resolve('NOT_TAKEN');
  expect([book.open, book.next()?.paidKobo]).toEqual([undefined, 0]);
});

test('an instalment that has left the schedule is paid, and no figure falls', () => {
  const book = bookOf(instalment(0), instalment(0, SECOND));
  book.learn([instalment(0, SECOND)], DUE);
  expect(book.instalments.map(({ paidKobo }) => paidKobo)).toEqual([100, 0]);
  expect(book.next()?.dueOn).toBe(SECOND);
});

test('a pending charge follows its instalment to another date', () => {
  const book = pending();
  book.learn([instalment(40, '2026-12-28')], DUE + HOUR);
  expect(book.open).toMatchObject({ dueOn: '2026-12-28', status: 'PENDING' });
  book.learn([instalment(100, '2026-12-28')], DUE + 2 * HOUR);
  expect(book.taken()).toHaveLength(1);
});

test('no reference comes twice where an instalment moves to the date of another that was charged', () => {
  const book = bookOf(instalment(0), instalment(0, SECOND, 70));
  const { reference } = begin(book, DUE);
  book.answered({ status: 'TAKEN', takenKobo: 100 }, DUE);
  book.learn([instalment(0, FIRST, 70)], DUE + 40 * DAY);
  book.learn([instalment(0, FIRST, 70)], DUE + 45 * DAY);
  book.resolve('NOT_TAKEN');
  expect(begin(book, DUE + 45 * DAY).reference).not.toBe(reference);
});

test('what an officer asks for is done once all is charged that was due by then, or a charge was not taken', () => {
  const asked: AskedCharge = { dueBy: SECOND };
  const lateMs = DUE + 32 * DAY;
  const book = bookOf(instalment(0), instalment(0, SECOND), instalment(0, '2027-02-21'));
  book.learn(book.instalments, lateMs);
  book.ask(asked);
  expect(begin(book, lateMs)).toMatchObject({ dueOn: FIRST, asked });
  book.answered({ status: 'TAKEN', takenKobo: 100 }, lateMs);
  expect(begin(book, lateMs)).toMatchObject({ dueOn: SECOND, asked });
  book.answered({ status: 'NOT_TAKEN' }, lateMs);
  expect(book.asked).toBeUndefined();
});

test('parts that an officer charges leave the policy all its attempts', () => {
  const book = bookOf(instalment(0));
  for (let part = 1; part <= policy.maximumAttempts; part++) {
    book.ask({ dueBy: FIRST, atMostKobo: 10 });
    begin(book, DUE);
    book.answered({ status: 'TAKEN', takenKobo: 10 }, DUE);
  }
  const laterMs = DUE + policy.retryAfterDays * DAY;
  book.learn(book.instalments, laterMs);
  expect(begin(book, laterMs)).toMatchObject({ askedKobo: 70, asked: undefined });
});

test('an unanswered charge of an officer uses up no attempt of the policy, although a pause takes it back', () => {
  const book = bookOf(instalment(0));
  book.ask({ dueBy: FIRST, atMostKobo: 10 });
  begin(book, DUE);
  book.answered({ status: 'LOST' }, DUE);
  expect(book.takeBack()).toBe(true);
  expect(book.open).toMatchObject({ asked: undefined, isByOfficer: true });
});

test('a charge that a supervisor knows not to have been taken is not booked', () => {
  const book = pending();
  book.resolve('NOT_TAKEN');
  expect([book.open, book.taken()]).toEqual([undefined, []]);
});

test('a supervisor can know that less was taken than was asked for', () => {
  const book = pending();
  book.resolve('TAKEN', 20);
  expect(book.taken()).toEqual([{ reference: 'LN-1-d20261221-a1', amountKobo: 20 }]);
});

test('everything that is known outlives the handover to another run', () => {
  const book = pending();
  const carried = JSON.parse(JSON.stringify(book.carry()));
  expect(new RepaymentBook(carried).carry()).toEqual(book.carry());
});

test('looks at what stays unclear become ever rarer, and end after 34 hours', () => {
  expect([0, 60_000, 180_000].map((lookedAtMs) => nextLookAt(0, lookedAtMs))).toEqual([
    60_000, 180_000, 420_000,
  ]);
  expect(nextLookAt(0, 35 * HOUR)).toBeUndefined();
});

test.each([
  [{ status: 409, refusal: 'Conflict' }, true],
  [{ status: 400, refusal: 'x', fields: [{ param: 'reference' }] }, true],
  [{ status: 400, refusal: 'Loan not found' }, false],
  [{ status: 402, refusal: 'Your account is short of funds' }, false],
])('a refusal %j may mean that the reference was used: %s', (refusal, expected) => {
  expect(isOfUsedReference(refusal)).toBe(expected);
});

test('an instalment that is put together with a later one is owed there, and its open charge is not sent again', () => {
  const book = bookOf(instalment(0), instalment(0, SECOND));
  begin(book, DUE);
  book.answered({ status: 'LOST' }, DUE);
  book.learn([instalment(0, SECOND, 200)], DUE + HOUR);
  expect(book.instalments).toEqual([instalment(0, SECOND, 200)]);
  expect(book.open).toMatchObject({ dueOn: SECOND, isUntraceable: true });
  expect(actOf(book, DUE + 60 * DAY).act).toBe('read');
});

test('an instalment that leaves the list while another grows by less than it counts as paid', () => {
  const book = bookOf(instalment(0), instalment(0, SECOND));
  book.learn([instalment(0, SECOND, 150)], DUE + HOUR);
  expect(book.find(FIRST)).toMatchObject({ status: 'PAID' });
});

test('what was charged before is told by the last word on each charge', () => {
  const [first, ...later] = [
    'no reply; the schedule will show whether it was taken',
    'charged, or somebody transferred as much: the schedule shows it as paid',
  ].map((words) => ({ what: `₦50,000.00 for the instalment due on 2030-01-01, charge C-1: ${words}` }));
  const other = { what: '₦10,000.00 for the instalment due on 2030-01-01, charge C-2: not charged' };
  expect(chargesIn([first!, other, { what: 'Note' }, ...later])).toEqual([other, ...later]);
});
