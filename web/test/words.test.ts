import { tooLong } from '../src/commands/field-values';
import { fieldsInWords } from '../src/format/words';

test('the fields of a proposed command are told in words, and amounts in naira', () => {
  expect(fieldsInWords('amountKobo 5000000, accountNumber ending in 0093')).toBe(
    'amount ₦50,000.00, account number ending in 0093',
  );
});

test('of a text that is too long is told how long it may be, and how long it is', () => {
  expect(tooLong('a'.repeat(500))).toBeUndefined();
  expect(tooLong('a'.repeat(1_000))).toBe('At most 500 letters: these are 1000');
});
