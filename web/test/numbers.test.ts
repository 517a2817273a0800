import { numberIn } from '../src/format/money';

test.each([
  ['12,345.5', 12_345.5],
  ['1,234,567', 1_234_567],
  ['2.5 %', 2.5],
  ['2,5', undefined],
  ['1,23', undefined],
  ['1e3', undefined],
])('the number %s that a person types is read as %s', (text, number) => {
  expect(numberIn(text)).toBe(number);
});
