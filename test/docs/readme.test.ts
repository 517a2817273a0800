import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const read = (file: string) => readFileSync(file, 'utf8');
const found = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, part]) => part!)),
];

const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync('docs').map((page) => join('docs', page))];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** Folders of the project, by which a path of a file is told from one of the service. */
const FILE = /[`\s](?:\.\/)?((?:src|test|docs|examples|scripts|deploy|bench|chaos|\.ci)\/[\w./-]*)/g;

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('mentions only npm scripts that exist', () => {
    const mentioned = found(
      text,
      /npm (?:run (?:--silent )?)?((?:(?<=run )|(?<=silent )|(?=start|test))[a-z][\w:-]*)/g,
    );
    expect(mentioned.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('names only files and folders that exist', () => {
    expect(found(text, FILE).filter((path) => !existsSync(path))).toEqual([]);
  });

  test('links only to pages that exist', () => {
    const links = found(text, /\]\(([^)#]+)[^)]*\)/g).filter((link) => !/^https?:/.test(link));
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
  });
});

describe('.env.example', () => {
  const documented = found(read('.env.example'), /^(?:# )?([A-Z][A-Z_]+)=/gm);
  const ours = found(read('src/config.ts'), /\b([A-Z]+_[A-Z_]+):/g);

  test('documents every variable that the configuration reads', () => {
    expect(ours.length).toBeGreaterThan(5);
    expect(ours.filter((name) => !documented.includes(name))).toEqual([]);
  });

  test('documents nothing else but the variables by which Temporal is found', () => {
    const others = documented.filter((name) => !ours.includes(name));
    expect(others.filter((name) => !name.startsWith('TEMPORAL_'))).toEqual([]);
  });
});
