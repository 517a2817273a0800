import fc from 'fast-check';
import { isTellable, referenceInDescription, REMARK_MAX, remarkOf } from '../../src/domain/money/remarks';

const reference = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,29}$/).filter(isTellable);

test('a payout is found again by the remark that was sent with it, however long, and by what belongs to it', () => {
  fc.assert(
    fc.property(reference, fc.string({ unit: 'grapheme', maxLength: 200 }), (sent, remark) => {
      const description = remarkOf(sent, remark);
      expect(Array.from(description).length).toBeLessThanOrEqual(REMARK_MAX);
      expect(referenceInDescription(description)).toEqual({ reference: sent, kind: 'transfer' });
      expect(referenceInDescription(`Charge for ${description}`)?.kind).toBe('charge');
      expect(referenceInDescription(`Reversal of ${description}`)).toEqual({
        reference: sent,
        kind: 'reversal',
      });
    }),
  );
});

test.each([
  ['PO-1 Invoice 17', 'PO-1', 'transfer'],
  ['PO-1', 'PO-1', 'transfer'],
  ['Flush FL-1', 'FL-1', 'transfer'],
  ['Charge for Flush FL-1', 'FL-1', 'charge'],
  ['REVERSAL OF charge for PO-1 rent', 'PO-1', 'reversal'],
] as const)('"%s" belongs to %s, as a %s', (description, found, kind) => {
  expect(referenceInDescription(description)).toEqual({ reference: found, kind });
});

test.each(['', '  ', '(none)', '-x', '₦500', 'Charge for '])('"%s" names no payout', (description) => {
  const found = referenceInDescription(description);
  expect(found?.reference ?? 'none').toMatch(/^(none|Charge)$/);
});
