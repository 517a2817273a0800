// node scripts/checks/sizes.mjs [folder]: files and folders that are too large or too small to be read at a glance.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder, foldersUnder } from './source-files.mjs';

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
const ROOMS = ['src', 'web', 'bench', 'chaos', 'scripts', 'test'];
const SOURCE = /\.(ts|tsx|mts|mjs|cjs)$/;

const MOST_LINES = 200;
const MEDIAN_LINES = { least: 30, most: 90 };
const SHORT_LINES = 15;
const MOST_SHORT_FILES = 15;
const MOST_FILES_IN_FOLDER = 15;
const LEAST_ENTRIES_IN_FOLDER = 3;

const inProject = (path) => relative(root, path).split(sep).join('/');
const linesOf = (file) => readFileSync(file, 'utf8').replace(/\n$/, '').split('\n').length;

const files = filesUnder(root, ROOMS, SOURCE).map((file) => ({ file, lines: linesOf(file) }));

function longFiles() {
  const long = files.filter(({ lines }) => lines > MOST_LINES);
  return long.map(({ file, lines }) => `${inProject(file)}: ${lines} lines, at most ${MOST_LINES}`);
}

function medianFile() {
  const sorted = files.map(({ lines }) => lines).toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? MEDIAN_LINES.least;
  const { least, most } = MEDIAN_LINES;
  return median >= least && median <= most
    ? []
    : [`the median file has ${median} lines, wanted ${least} to ${most}`];
}

function shortFiles() {
  const short = files.filter(({ lines }) => lines < SHORT_LINES);
  if (short.length <= MOST_SHORT_FILES) return [];
  const names = short.map(({ file, lines }) => `  ${inProject(file)}: ${lines} lines`);
  return [`${short.length} files of under ${SHORT_LINES} lines, at most ${MOST_SHORT_FILES}:`, ...names];
}

/** Folders of another size for which the table in CONTRIBUTING.md gives a reason: `path` in its first column. */
function excusedFolders() {
  const page = join(root, 'CONTRIBUTING.md');
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const table = /^\| Folder .*\n\|[-| ]+\n((?:\|.*\n)*)/m.exec(text)?.[1] ?? '';
  return [...table.matchAll(/^\| *`([^`]+?)\/?` *\|.*\S.*\|$/gm)].map(([, folder]) => folder);
}

/** `test/bank` mirrors `src/bank`, `test/support/docs` mirrors `docs`: as small as what it tests needs. */
function isMirror(folder) {
  const mirrored = /^test\/(?:support\/)?(.+)$/.exec(inProject(folder))?.[1];
  return mirrored !== undefined && [mirrored, `src/${mirrored}`].some((path) => existsSync(join(root, path)));
}

function problemOfFolder(folder) {
  const direct = files.filter(({ file }) => dirname(file) === folder).length;
  const entries = direct + foldersUnder(folder, ['.']).filter((each) => dirname(each) === folder).length;
  if (direct > MOST_FILES_IN_FOLDER) return `${direct} files, at most ${MOST_FILES_IN_FOLDER}`;
  if (entries < LEAST_ENTRIES_IN_FOLDER && !isMirror(folder))
    return `${entries} entries, at least ${LEAST_ENTRIES_IN_FOLDER}`;
  return undefined;
}

function foldersOfOtherSizes() {
  const excused = excusedFolders();
  const problems = new Map(
    foldersUnder(root, ROOMS)
      .map((folder) => [inProject(folder), problemOfFolder(folder)])
      .filter(([, problem]) => problem !== undefined),
  );
  const needless = excused.filter((folder) => !problems.has(folder));
  return [
    ...[...problems]
      .filter(([folder]) => !excused.includes(folder))
      .map(([folder, problem]) => `${folder}/: ${problem}, and CONTRIBUTING.md gives no reason`),
    ...needless.map((folder) => `${folder}/: CONTRIBUTING.md excuses a size that it does not have`),
  ];
}

const found = [...longFiles(), ...medianFile(), ...shortFiles(), ...foldersOfOtherSizes()];
for (const line of found) console.log(line);
if (found.length === 0) console.log('Every file and folder has its size.');
process.exitCode = found.length === 0 ? 0 : 1;
