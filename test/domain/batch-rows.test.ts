import fc from 'fast-check';
import {
  ValidationResults,
  rowsText,
  findings,
  type Finding,
} from '../../src/domain/batch/validation-results';
import { grouped, repeats, sliced, totalsOf, type BatchRow } from '../../src/domain/batch/rows';
import { rowNumbersIn, rowNumbersText } from '../../src/domain/batch/row-numbers';
import { RowStates } from '../../src/workflows/batch/row-states';
import { batchRows } from '../support/workflows/batch-sample';

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 300 });
const some = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 });

test('row numbers are read as they were written, whatever their order', () => {
  fc.assert(
    fc.property(numbers, (rows) => {
      expect(rowNumbersIn(rowNumbersText(rows))).toEqual([...rows].sort((one, other) => one - other));
    }),
  );
});

test.each(['', '0', '3-', '7-3', 'a', '1,,2', '1;2', '-1', '1.5', '999999'])('"%s" names no rows', (text) => {
  expect(rowNumbersIn(text)).toBeUndefined();
});

test('rows beyond the end are no rows', () => {
  expect(rowNumbersIn('1-5', 4)).toBeUndefined();
});

test('many rows fit into one sentence', () => {
  fc.assert(fc.property(numbers, (rows) => expect(rowsText(rows).length).toBeLessThan(170)));
});

test('slices hold everything once, in order, and none is too long or empty', () => {
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 20 }), (items, size) => {
      const pieces = sliced(items, size);
      expect(pieces.flat()).toEqual(items);
      for (const piece of pieces) expect(piece.length >= 1 && piece.length <= size).toBe(true);
    }),
  );
});

test('every row but the first of a key is a repeat of the first', () => {
  fc.assert(
    fc.property(some, (items) => {
      const found = repeats(items, String);
      for (const [row, earlier] of found) {
        expect(items[row - 1]).toBe(items[earlier - 1]);
        expect(items.indexOf(items[row - 1]!)).toBe(earlier - 1);
      }
      expect(found.size).toBe(items.length - new Set(items).size);
      expect(grouped(items, String).flat().sort()).toEqual([...items].sort());
    }),
  );
});

const FINDINGS = Object.keys(findings) as Finding[];
const found = fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.constantFrom(...FINDINGS)), {
  maxLength: 30,
});

test('totals are those of the rows that are not left out', () => {
  const rows = batchRows(20);
  fc.assert(
    fc.property(
      fc.subarray(
        rows.map((_, index) => index + 1),
        { maxLength: 19 },
      ),
      (out) => {
        const register = new ValidationResults(rows);
        register.exclude(out, 'OTHER');
        const left: BatchRow[] = rows.filter((_, index) => !out.includes(index + 1));
        expect(register.totals).toEqual(totalsOf(left));
        expect(register.totals.totalKobo).toBe(left.reduce((sum, { amountKobo }) => sum + amountKobo, 0));
      },
    ),
  );
});

const KNOWN = { by: 'supervisor-1', why: 'KNOWN_ALIAS' };

test('a row tells who had it paid in spite of its findings, and why', () => {
  const register = new ValidationResults(batchRows(2));
  register.find(1, 'NAME_MISMATCH');
  register.accept([1], KNOWN);
  expect([register.acceptances.get(1), register.acceptances.get(2)]).toEqual([KNOWN, undefined]);
});

test('rows whose names differ, or are only close, count until they are left out, accepted or not', () => {
  const register = new ValidationResults(batchRows(3));
  for (const row of [1, 2]) register.find(row, 'NAME_MISMATCH');
  register.closeNames.add(3);
  register.accept([1], KNOWN);
  expect(register.namesInDoubt).toEqual({ namesDiffer: 2, namesClose: 1 });
  register.exclude([1, 3], 'OTHER');
  expect(register.namesInDoubt).toEqual({ namesDiffer: 1, namesClose: 0 });
});

test('nothing is open once every row in question is accepted or left out, and nothing is lost before', () => {
  fc.assert(
    fc.property(found, (list) => {
      const register = new ValidationResults(batchRows(20));
      for (const [row, finding] of list) register.find(row, finding);
      const inQuestion = [...new Set(list.map(([row]) => row))];
      expect([...new Set([...register.open.values()].flat())].sort()).toEqual([...inQuestion].sort());
      const acceptable = inQuestion.filter((row) => register.notAcceptable([row]) === undefined);
      const hopeless = inQuestion.filter((row) => !acceptable.includes(row));
      for (const row of hopeless)
        expect(list.some(([of, finding]) => of === row && !findings[finding].acceptable)).toBe(true);
      register.accept(acceptable, KNOWN);
      register.exclude(hopeless, 'OTHER');
      expect(register.open.size).toBe(0);
      expect(register.included.length).toBe(20 - hopeless.length);
    }),
  );
});

test('a row that is asked about once more can be in question again; what was accepted stays so', () => {
  const register = new ValidationResults(batchRows(3));
  register.find(1, 'NAME_MISMATCH');
  register.find(2, 'ACCOUNT_REFUSED');
  register.find(3, 'SAME_PAYMENT');
  register.accept([3], KNOWN);
  expect(register.forgetRepeatable().map(({ row }) => row)).toEqual([1, 2]);
  expect(register.questions()).toEqual([]);
  register.find(2, 'NAME_MISMATCH');
  expect(register.questions()).toEqual(['row 2: the name in which the account is held does not fit']);
  expect(register.notExcludable([1, 2, 3])).toContain('no row would be left');
});

/** Two rows to one account, of which the second gives another name. */
const toOneAccount = (): BatchRow[] => {
  const [one, two] = batchRows(2) as [BatchRow, BatchRow];
  return [one, { ...one, reference: two.reference, accountName: 'ANOTHER PERSON' }];
};

test('whoever asks again about a row asks about all rows to its account, by the name in question, and forgets what was found', () => {
  const register = new ValidationResults([...toOneAccount(), batchRows(3)[2]!]);
  register.closeNames.add(1);
  register.find(2, 'NAME_MISMATCH');
  expect(register.forgetRepeatable().map(({ row }) => row)).toEqual([2, 1]);
  expect(register.open.size).toBe(0);
  expect(register.namesInDoubt).toEqual({ namesDiffer: 0, namesClose: 0 });
});

test.each([
  ['stands once the bank tells the same name again', 'HOLDER', KNOWN],
  ['is void once the bank tells another name', 'ANOTHER HOLDER', undefined],
  ['is void once the bank tells no name', null, undefined],
])('what was accepted of an account %s', (_, told, accepted) => {
  const states = new RowStates(toOneAccount());
  const { validated } = states;
  const resolve = (name: string | null) => {
    states.resolved(validated.rows, name);
    for (const { row } of validated.rows) validated.find(row, 'NAME_MISMATCH');
  };
  resolve('HOLDER');
  validated.accept([1], KNOWN);
  validated.forgetRepeatable();
  resolve(told);
  expect(states.payees(0)[0]?.accepted).toEqual(accepted);
  expect(validated.openOf(1)).toEqual(accepted ? [] : ['NAME_MISMATCH']);
});

test('no row is paid to an account whose name the bank has not told', () => {
  const states = new RowStates(batchRows(1));
  states.resolved(states.validated.rows, null);
  expect(() => states.payable).toThrow('row 1 has no name');
});

test('a row that is left out cannot be left out again', () => {
  const register = new ValidationResults(batchRows(3));
  register.exclude([1], 'WRONG_BENEFICIARY');
  expect(register.notExcludable([1, 2])).toBe('row 1 is left out already');
  expect(register.notExcludable([2])).toBeUndefined();
});
