import fc from 'fast-check';
import { JsonMistake, parseJson } from '../../src/starter/json-text';

test.each([
  ['{"a": x}', 'line 1, column 7: expected a value'],
  ['{\n  "a": 1,\n}', 'line 3, column 1: expected a name in double quotes'],
  ['[1 2]', 'line 1, column 4: expected a comma or ]'],
  ['{"a" 1}', 'line 1, column 6: expected a colon'],
  ['{"a": 1} x', 'line 1, column 10: expected nothing after the end'],
  ['', 'line 1, column 1: expected a value'],
  ["{'a': 1}", 'line 1, column 2: expected a name in double quotes'],
])('%j is wrong at %s', (text, where) => {
  expect(() => parseJson(text)).toThrow(where);
});

test('takes exactly the texts that JSON.parse takes', () => {
  const cut = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '01', 'nul', '\n', '\\'));
  fc.assert(
    fc.property(cut, ([json, place, put]) => {
      const text =
        json.slice(0, place % (json.length + 1)) + put + json.slice((place % (json.length + 1)) + 1);
      expect(outcomeOf(parseJson, text)).toEqual(outcomeOf(JSON.parse, text));
    }),
    { numRuns: 2_000 },
  );
});

test('a mistake never repeats what the file holds', () => {
  expect(() => parseJson('{"bvn": 22123456789x}')).toThrow(JsonMistake);
  expect(() => parseJson('{"bvn": 22123456789x}')).toThrow(/^(?!.*22123456789)/);
});

function outcomeOf(parse: (text: string) => unknown, text: string): unknown {
  try {
    return { value: parse(text) };
  } catch {
    return 'mistake';
  }
}
