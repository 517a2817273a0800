import fc from 'fast-check';
import { code, commandFields, text } from '../../src/domain/case/commands';
import { problemsWith, type Fields } from '../../src/domain/case/fields';

const fields = {
  ...commandFields(['OFFER', 'TERMS']),
  reason: code('Why', ['LATE', 'OTHER']),
  remark: text('A remark', 20),
  amountKobo: { kind: 'integer', min: 1, max: 100, optional: true, about: 'Amount' },
  bankCode: { kind: 'digits', min: 3, max: 6, optional: true, about: 'Bank' },
  promisedOn: { kind: 'date', optional: true, about: 'Date' },
  isUrgent: { kind: 'flag', optional: true, about: 'Urgent' },
  holder: { kind: 'text', max: 40, personal: true, optional: true, about: 'Whose account' },
  sha256: { kind: 'sha256', optional: true, about: 'Digest' },
} as const satisfies Fields;

const right = { actor: 'officer-1', role: 'officer', reason: 'LATE', remark: 'as agreed' };

test('a message with all that is asked for has no problems', () => {
  const optional = { amountKobo: 1, bankCode: '044', promisedOn: '2028-02-29', isUrgent: false };
  expect(problemsWith(fields, { ...right, ...optional, sha256: 'a'.repeat(64) })).toEqual([]);
});

test.each([
  [{ actor: undefined }, 'actor is missing'],
  [{ actor: 'with space' }, 'actor must be a reference'],
  [{ role: 'king' }, 'role must be one of officer, supervisor, borrower, operator'],
  [{ expectedStage: 'NOWHERE' }, 'expectedStage must be one of OFFER, TERMS'],
  [{ reason: 'late' }, 'reason must be one of LATE, OTHER'],
  [{ remark: ' ' }, 'remark must be a text of 1 to 20 characters'],
  [{ remark: 'x'.repeat(21) }, 'remark must be a text of 1 to 20 characters'],
  [{ remark: '0801 234 5678' }, 'without personal data'],
  [{ remark: 'a@b.example' }, 'without personal data'],
  [{ amountKobo: 1.5 }, 'amountKobo must be a whole number from 1 to 100'],
  [{ amountKobo: '5' }, 'amountKobo must be a whole number from 1 to 100'],
  [{ amountKobo: NaN }, 'amountKobo must be a whole number from 1 to 100'],
  [{ bankCode: '12' }, 'bankCode must be 3 to 6 digits'],
  [{ promisedOn: '2027-02-29' }, 'promisedOn must be a date'],
  [{ promisedOn: 'soon' }, 'promisedOn must be a date'],
  [{ isUrgent: 'yes' }, 'isUrgent must be true or false'],
  [{ sha256: 'A'.repeat(64) }, 'sha256 must be a SHA-256 digest'],
  [
    { holder: 'Ada\u0000Obi' },
    'holder must be a text of 1 to 40 characters, none of them a control character',
  ],
  [{ more: 1 }, 'unknown fields; allowed are'],
])('%j is refused: %s', (change, problem) => {
  expect(problemsWith(fields, { ...right, ...change }).join('; ')).toContain(problem);
});

test('all problems are named at once', () => {
  expect(problemsWith(fields, {})).toHaveLength(4);
});

test('whatever comes is judged without an exception, and never repeated', () => {
  const secret = 'Zq9-secret';
  fc.assert(
    fc.property(fc.anything(), fc.string(), (value, name) => {
      const problems = problemsWith(fields, { ...right, reason: value, [name + secret]: secret });
      expect(problems.join()).not.toContain(secret);
    }),
  );
  fc.assert(fc.property(fc.anything(), (value) => Array.isArray(problemsWith(fields, value))));
});
