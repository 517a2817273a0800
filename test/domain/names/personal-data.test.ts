import fc from 'fast-check';
import { boundedSentence, masked, seemsPersonal } from '../../../src/domain/names/personal-data';
import { isReference } from '../../../src/domain/wire/references';

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
  ['NIN 222/123/456/78', 'NIN [number]'],
  ['(0803) 123 - 4567', '([number]'],
  ['BVN: 2 2 1 2 3 4 5 6 7 8 9!', 'BVN: [number]!'],
  ['222_123_456_78', '[number]'],
  ['BVN 22,212,345,678', 'BVN [number]'],
  ['BVN 222\u200b123\u200b45678', 'BVN [number]'],
  ['BVN ٢٢٢١٢٣٤٥٦٧٨', 'BVN [number]'],
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
  'NGN 12,345,678.50 of NGN 1234567890.00',
  'rows 1, 2, 3, 5-9, 12, 15, 21 and 30',
  'PO-20260131143005-0007',
  'PO-20260131-001',
  'PO-2026-01-31-0007',
  'run-1769870000000-12',
  '0c4e1f0a-1234-4567-8901-012345678901',
])('the text "%s" holds no personal data and stays as it is', (text) => {
  expect(seemsPersonal(text)).toBe(false);
  expect(masked(text)).toBe(text);
});

const SEPARATORS = ['', ' ', '-', '.', '/', '_', ',', ' - ', ') ', '·', '\u00a0', '–', "'", '\u200b'];

/** BVN, NIN, phone and account numbers, with any of these signs between their digits. */
const numbersWith = (separatorsAllowed: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(['22', 9], ['', 11], ['080', 8], ['+23480', 8], ['00', 8]),
      fc.array(fc.nat(9), { minLength: 11, maxLength: 11 }),
      fc.array(fc.constantFrom(...separatorsAllowed), { minLength: 20, maxLength: 20 }),
    )
    .map(([[prefix, more], digits, separators]) => {
      const number = `${prefix}${digits.slice(0, more).join('')}`;
      return Array.from(number)
        .map((digit, place) => `${digit}${separators[place]}`)
        .join('');
    })
    // What reads as a date, or as milliseconds since 1970, is one.
    .filter((text) => !/(19|20)\d\d|^1[5-9]/.test(text.replace(/\D/g, '')));

test('a number of a person is refused in notes however it is punctuated, and nothing of it remains', () => {
  fc.assert(
    fc.property(numbersWith(SEPARATORS), (number) => {
      expect(seemsPersonal(`it is ${number}.`)).toBe(true);
      expect(masked(`it is ${number}.`).replace(/\D/g, '')).toBe('');
    }),
  );
});

test('a reference that holds the number of a person is refused, one with an instant or an id of the bank is not', () => {
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  const harmless = fc.oneof(
    instants.map((at) => at.toISOString().replace(/[:Z]/g, '')),
    instants.map((at) => at.toISOString().replace(/\D/g, '').slice(0, 14)),
    fc.integer({ min: 1_500_000_000_000, max: 1_999_999_999_999 }).map(String),
    fc.uuid(),
    fc.array(fc.nat(9), { minLength: 30, maxLength: 30 }).map((digits) => digits.join('')),
    fc.tuple(instants, fc.nat(999)).map(([at, count]) => `${at.toISOString().slice(0, 10)}-${count}`),
  );
  const personal = numbersWith(['', '.', '_', '-']);
  fc.assert(fc.property(harmless, (id) => isReference(`LN-${id}`)));
  fc.assert(fc.property(personal, (number) => !isReference(`LN-${number}`)));
});

test('a text of a hundred thousand signs is looked at in no time worth speaking of', () => {
  for (const part of ['a', '1 ', '1-', 'a@', '2026-01-31 ', 'rows 1,1,', '1111111'])
    expect(() => seemsPersonal(part.repeat(100_000 / part.length))).not.toThrow();
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

test('a sentence from outside is cut at a whole character, and holds no number of a person', () => {
  expect(boundedSentence('😀'.repeat(100), 3)).toBe('😀😀😀');
  expect(boundedSentence('call 0803 123 4567 now', 12)).toBe('call [number');
  expect(boundedSentence(`${'x'.repeat(7)}08031234567`, 10)).toBe('xxxxxxx[nu');
  expect(boundedSentence('half \ud800 a character', 60)).toBe('half � a character');
});

test('a sentence of a megabyte costs no more than a short one', () => {
  for (const part of ['a@', '1 ', 'x'])
    expect(boundedSentence(part.repeat(500_000), 60).length).toBeLessThan(61);
});
