import fc from 'fast-check';
import { callAgainDay, callAgainNote } from '../../../src/domain/repayment/call-again';

test('the day of every note to call again is read back', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(callAgainDay(callAgainNote(day))).toBe(day);
      },
    ),
  ));

test.each(['', 'No answer', 'Call again on Monday', 'She said: Call again on 4 Mar 2031'])(
  'another note is none: “%s”',
  (note) => expect(callAgainDay(note)).toBeUndefined(),
);
