import fc from 'fast-check';
import { InputFileError, parseJson } from '../../../src/cli/files/input-file';

test.each([
  ['{"a": x}', 'line 1, column 7: from here on it is not JSON'],
  ['{\n  "a": 1,\n}', 'line 3, column 1: from here on it is not JSON'],
  ['[1 2]', 'line 1, column 4: from here on it is not JSON'],
  ['{"a" 1}', 'line 1, column 6: from here on it is not JSON'],
  ['{"a": 1} x', 'line 1, column 10: from here on it is not JSON'],
  ['', 'line 1, column 1: from here on it is not JSON'],
  ["{'a': 1}", 'line 1, column 2: from here on it is not JSON'],
])('%j is wrong at %s', (text, where) => {
  expect(() => parseJson('file.json', text)).toThrow(where);
});

test('takes exactly the texts that JSON.parse takes', () => {
  const cut = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '01', 'nul', '\n', '\\'));
  fc.assert(
    fc.property(cut, ([json, place, put]) => {
      const text =
        json.slice(0, place % (json.length + 1)) + put + json.slice((place % (json.length + 1)) + 1);
      expect(outcomeOf((json) => parseJson('file.json', json), text)).toEqual(outcomeOf(JSON.parse, text));
    }),
    { numRuns: 2_000 },
  );
});

test('a mistake never repeats what the file holds', () => {
  expect(() => parseJson('file.json', '{"bvn": 22123456789x}')).toThrow(InputFileError);
  expect(() => parseJson('file.json', '{"bvn": 22123456789x}')).toThrow(/^(?!.*22123456789)/s);
});

function outcomeOf(parse: (text: string) => unknown, text: string): unknown {
  try {
    return { value: parse(text) };
  } catch {
    return 'mistake';
  }
}
