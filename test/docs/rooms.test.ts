import { importsOf, rooms } from '../support/docs/import-rules';
import { section, tableRows, textOf } from '../support/docs/pages';

const [head, ...rows] = tableRows(section(textOf('CONTRIBUTING.md'), 'Rooms'));
const statedImports = rows.map(([room, , imports]) => [room!.replaceAll('`', ''), imports!] as const);

test('the table of rooms names every room', () => {
  expect(head).toEqual(['Room', 'What belongs there', 'May import']);
  expect(statedImports.map(([room]) => room).sort()).toEqual(rooms().sort());
});

test.each(statedImports)('the table of rooms says what the import rules let %s import', (room, imports) => {
  expect(imports).toBe(importsOf(room));
});
