import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transpileModule } from 'typescript';
import { withReplacements } from '../../../chaos/planted/defect';
import { defects } from '../../../chaos/planted/defects';
import { near } from '../../../chaos/planted/hint';
import { programOf } from '../../../chaos/programs/generator';

const PROJECT = join(__dirname, '../../..');
const sourceOf = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

test.each(defects)('the planted defect $name fits the sources of today: $what', (defect) => {
  for (const file of new Set(defect.replacements.map((one) => one.file))) {
    const source = sourceOf(file);
    const planted = withReplacements(source, file, defect);
    expect(planted).not.toBe(source);
    expect(transpileModule(planted, { reportDiagnostics: true }).diagnostics).toEqual([]);
  }
});

test('every planted defect has a name of its own', () => {
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
});

test('a text that is no longer there once fails the planting', () => {
  const replacement = { file: 'src/a.ts', text: 'old', by: 'new' };
  const defect = { name: 'P0', what: 'nothing', replacements: [replacement] };
  expect(() => withReplacements('old and old', 'src/a.ts', defect)).toThrow('has the text 2 times');
  expect(() => withReplacements('gone', 'src/a.ts', defect)).toThrow('has the text 0 times');
});

test('a hint draws a program near to its readings and steps', () => {
  const program = near(programOf(3), { readings: { duplicatePayout: 'original' }, row: [{ do: 'night' }] });
  expect(program.readings).toMatchObject({ duplicatePayout: 'original' });
  expect(program.steps[0]).toEqual({ do: 'night' });
});
