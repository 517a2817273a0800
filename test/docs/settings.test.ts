import { readdirSync } from 'node:fs';
import { captured, section, tableRows, textOf } from '../support/docs/pages';

const documented = captured(textOf('.env.example'), /^(?:# )?([A-Z][A-Z_]+)=/gm);
const read = readdirSync('src/config').flatMap((file) =>
  captured(textOf(`src/config/${file}`), /\b([A-Z]+(?:_[A-Z]+)+|[A-Z]{7,}): [a-z]/g),
);

test('.env.example documents every variable that the configuration reads', () => {
  expect(read.length).toBeGreaterThan(5);
  expect(read.filter((name) => !documented.includes(name))).toEqual([]);
});

test('.env.example documents nothing else but the variables by which Temporal is found', () => {
  const others = documented.filter((name) => !read.includes(name));
  expect(others.filter((name) => !name.startsWith('TEMPORAL_'))).toEqual([]);
});

test('the README and the operations page name only settings that .env.example documents', () => {
  const known = [...documented, 'TEMPORAL_', 'POSTGRES_PASSWORD'];
  const settings = ['README.md', 'docs/OPERATIONS.md'].flatMap((page) =>
    captured(textOf(page), /`((?:[A-Z]+_)+[A-Z]*)(?:\*|=[^`]*)?`/g),
  );
  const words = settings.filter((name) =>
    /^(SERVICE|WEBHOOK|TEMPORAL|WORKER|PAY|GAP|RECONCILE|DATABASE|AUDIT)/.test(name),
  );
  expect(words.filter((name) => !known.includes(name))).toEqual([]);
  expect(tableRows(section(textOf('README.md'), 'Configuration')).length).toBeGreaterThan(3);
});
