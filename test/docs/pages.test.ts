import { steeringPage } from '../support/docs/steering-page';
import { events } from '../../src/domain/events/events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changesOf } from '../support/docs/worked-example';
import { anchorsOf, captured, pages, section, tableRows, textOf } from '../support/docs/pages';

/** Folders of the project, by which a path of a file is told from one of the bank. */
const FILE = /[`\s](?:\.\/)?((?:src|packages|test|docs|examples|scripts|deploy|bench|chaos|\.ci)\/[\w./-]*)/g;
/** A file that a worked example makes. */
const NEW_FILE = /```diff\n@@ \S+ @@\n(?:\+.*\n)+```/g;
/** Words before the name of a script: `npm run --silent demo`, `npm test`. */
const SCRIPT = /npm (?:run (?:--silent )?)?((?:(?<=run )|(?<=silent )|(?=start|test))[a-z][\w:-]*)/g;
/** The target of a link in Markdown: a page, an anchor, or both. */
const LINK = /\]\(([^)\s]+)\)/g;

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

test.each(pages)('%s mentions only npm scripts that exist', (page) => {
  expect(captured(textOf(page), SCRIPT).filter((name) => !(name in scripts))).toEqual([]);
});

test.each(pages)('%s names only files and folders that exist', (page) => {
  const text = textOf(page).replaceAll(NEW_FILE, '');
  expect(captured(text, FILE).filter((path) => !existsSync(path))).toEqual([]);
});

test.each(pages)('%s links only to pages and headings that exist', (page) => {
  const leadsNowhere = (link: string) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(textOf(target)).includes(anchor));
  };
  const links = captured(textOf(page), LINK).filter((link) => !/^https?:/.test(link));
  expect(links.filter(leadsNowhere)).toEqual([]);
});

test.each(pages.filter((page) => !page.endsWith('STEERING.md')))(
  '%s has no paragraph of more than five lines of 120 letters',
  (page) => {
    const paragraphs = textOf(page)
      .replace(/```[\s\S]*?```/g, '')
      .split(/\n\s*\n|\n(?=[-|#\d])/)
      .filter((text) => !text.startsWith('|'));
    expect(paragraphs.filter((text) => text.length > 600)).toEqual([]);
  },
);

test('the glossary is sorted and explains each word once', () => {
  const words = tableRows(textOf('docs/GLOSSARY.md'))
    .slice(1)
    .map(([word]) => word!);
  const sorted = [...new Set(words)].sort((one, other) => one.localeCompare(other, 'en'));
  expect(words).toEqual(sorted);
});

test('the index leads to every document', () => {
  const linked = captured(textOf('docs/README.md'), LINK).map((link) => join('docs', link.split('#')[0]!));
  const documents = pages.filter((page) => page !== 'docs/README.md' && !/^[a-z]+\.md$/.test(page));
  expect(documents.filter((page) => !linked.includes(page))).toEqual([]);
});

test('the README starts with three sentences and the two commands', () => {
  const [, about, commands] = textOf('README.md').split('\n\n');
  expect(about!.match(/\.(?= |$)/g)).toHaveLength(3);
  expect(commands).toMatch(/^```sh\nnpm run demo -- --exit .*\nnpm test .*\n```$/);
  expect(section(textOf('README.md'), 'What happens if …')).toContain('| a worker is killed');
});

test('the README quotes `loanWorkflow` as it is', () => {
  const [, quoted = ''] = /```ts\n([\s\S]*?)\n```/.exec(textOf('README.md')) ?? [];
  expect(quoted.split('\n')).toHaveLength(10);
  expect(textOf('src/workflows/loan/workflow.ts').replace(/^ +/gm, '')).toContain(quoted);
});

test.each([...changesOf('Add an operation'), ...changesOf('Add a command')])(
  'a worked example changes lines that stand once in $file',
  ({ file, before }) => {
    expect(textOf(file).split(before)).toHaveLength(2);
  },
);

test('docs/EVENTS.md has every event, when it happens, and the fields of its data', () => {
  const rows = Object.entries(events).map(([type, { when, data }]) => {
    const fields = data.map((name) => `\`${name}\``).join(', ');
    return `| \`${type}\` | ${when} | ${fields} |`;
  });
  expect(section(textOf('docs/EVENTS.md'), 'The events')).toContain(
    ['| Type | When | Data |', '|---|---|---|', ...rows].join('\n'),
  );
});

test('docs/STEERING.md is what the tables of stages and commands say', () => {
  expect(textOf('docs/STEERING.md')).toBe(steeringPage());
});
