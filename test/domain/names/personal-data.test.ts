import fc from 'fast-check';
import { masked, seemsPersonal } from '../../../src/domain/names/personal-data';

test.each([
  ['ada.obi@example.com', '[e-mail]'],
  ['write to <ada@example.co.uk>!', 'write to <[e-mail]>!'],
  ['call 0803 123 4567', 'call [number]'],
  ['call +234-803-123-4567', 'call [number]'],
  ['BVN 22123456789', 'BVN [number]'],
  ['BVN 222.123.456.78', 'BVN [number]'],
  ['BVN ２２１２３４５６７８９', 'BVN [number]'],
  ['account 0123456789 of', 'account [number] of'],
  ['called 08031234567 on 2026-01-31', 'called [number] on 2026-01-31'],
])('personal data in "%s" is recognised, and masked as "%s"', (text, safe) => {
  expect(seemsPersonal(text)).toBe(true);
  expect(masked(text)).toBe(safe);
});

test.each([
  '12 of 2026',
  'NGN 12,345.50',
  'due on 2026-11-21',
  'paid 2026-01-31 14:30',
  'paid 2026-01-31T14:30:05.123 as the bank says',
  'at 14:30 2026-01-31, again on 31/01/2026 15:00:01',
  'session 000013260131143005123456789012',
  'entry 10000000000000000001 of 2026-01-31',
  'LN-000123',
  'at home @ 9',
  '123456789',
])('the text "%s" holds no personal data and stays as it is', (text) => {
  expect(seemsPersonal(text)).toBe(false);
  expect(masked(text)).toBe(text);
});

test('a masked text holds no personal data, however often it is looked at', () => {
  const parts = fc.constantFrom(
    '08031234567',
    '2026-01-31',
    '14:30',
    '000013260131143005123456789012',
    '-',
    ' ',
    '7',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(parts).map((all) => all.join('')),
    fc.array(parts).map((all) => all.join(' ')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(seemsPersonal(text)).toBe(seemsPersonal(text));
      expect(seemsPersonal(masked(text))).toBe(false);
    }),
  );
});
