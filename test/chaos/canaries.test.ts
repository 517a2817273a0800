import { encodings, Search } from '../../chaos/canaries/encodings';
import { marks } from '../../chaos/canaries/marks';

const search = new Search(marks.values());
const among = (hidden: Buffer) =>
  Buffer.concat([Buffer.from('<before>'), hidden, Buffer.from([0, 255]), Buffer.from('after')]);

test.each(Object.keys(encodings))('every mark is found in the encoding %s', (name) => {
  for (const mark of marks.values())
    for (const form of encodings[name]?.(mark) ?? [])
      expect(search.in(among(form)).get(mark)).toBeGreaterThanOrEqual(1);
});

test('a mark is found in Base64 wherever it begins', () => {
  for (const mark of marks.values())
    for (const before of ['', 'x', 'xy', 'xyz']) {
      const json = Buffer.from(`${before}${mark}","more":1}`).toString('base64');
      expect(search.in(among(Buffer.from(json))).get(mark)).toBe(1);
    }
});

test('nothing is found in what holds no mark', () => {
  const texts = ['22998877666', 'Zainabquart', 'verglasson', '<html>', 'payout:PO-CANARY-1'];
  for (const text of texts) expect(search.in(among(Buffer.from(text))).size).toBe(0);
});
