// node scripts/checks/words.mjs [folder]: every place where a retired word still stands, and what to say instead.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { identifiersByLine } from './identifiers.mjs';
import { filesUnder } from './source-files.mjs';
import { exceptions, retired } from './vocabulary.mjs';

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
const READ = [
  'src',
  'web',
  'test',
  'bench',
  'chaos',
  'scripts',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
];
const OWN = /^(scripts\/checks\/(vocabulary|words)\.mjs|test\/scripts\/words\.test\.ts)$/;

/** `RateWindow`, `rate_window` and `rate-window` are all "rate window". */
const inWords = (text) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase();

const pattern = (words) => words && new RegExp(`\\b(?:${words.join('|')})\\b`, 'g');
const rules = retired.map(({ text, names, ...rule }) => ({
  ...rule,
  text: pattern(text),
  names: pattern(names),
}));

const rulesFor = (path) =>
  rules.filter(({ under, notUnder }) => (!under || under.test(path)) && !notUnder?.test(path));

function withoutExceptions(line, path) {
  const here = exceptions.filter((exception) => !exception.path || exception.path.test(path));
  return here.reduce((rest, { raw }) => rest.replace(raw, ' '), line);
}

function findIn(rulesHere, { text = '', names }) {
  const [prose, identifiers] = [inWords(text), names.map(inWords)];
  return rulesHere.flatMap((rule) => [
    ...(rule.text ? [...prose.matchAll(rule.text)] : []).map(([word]) => ({ word, say: rule.say })),
    ...identifiers
      .flatMap((name) => (rule.names ? [...name.matchAll(rule.names)] : []))
      .map(([word]) => ({ word, say: rule.say })),
  ]);
}

function* findingsOf(file) {
  const path = relative(root, file).split(sep).join('/');
  if (OWN.test(path)) return;
  const rulesHere = rulesFor(path);
  const nameOfFile = withoutExceptions(path.split('/').at(-1), path);
  for (const found of findIn(rulesHere, { text: nameOfFile, names: [nameOfFile] }))
    yield { where: path, ...found };
  const content = readFileSync(file, 'utf8');
  const identifiers = identifiersByLine(path, content);
  for (const [index, line] of content.split('\n').entries()) {
    const text = withoutExceptions(line, path);
    const names = (identifiers.get(index + 1) ?? []).filter((name) => text.includes(name));
    for (const found of findIn(rulesHere, { text, names })) yield { where: `${path}:${index + 1}`, ...found };
  }
}

const found = filesUnder(root, READ, /\.(ts|tsx|mts|mjs|cjs|css|html|md)$/).flatMap((file) => [
  ...findingsOf(file),
]);
for (const { where, word, say } of found) console.log(`${where}  "${word}": say ${say}`);
console.log(found.length === 0 ? 'No retired word.' : `${found.length} retired words.`);
process.exitCode = found.length === 0 ? 0 : 1;
