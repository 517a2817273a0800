// node scripts/checks/packages.mjs [folder]: packages whose source, licence or install script has not been accepted.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licenceProblem } from '../supply-chain/licences.mjs';
import { lockedPackages, readJson } from '../supply-chain/locked-packages.mjs';

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
const TABLES = 'scripts/supply-chain/accepted.json';
const RUN_AT_INSTALL = ['preinstall', 'install', 'postinstall'];

const accepted = readJson(root, TABLES);
const packages = lockedPackages(root);

/** The row of the table that covers a package: its name, or `@scope/*`. */
const rowOf = ({ name }) =>
  [name, `${name.split('/')[0]}/*`].find((key) => Object.hasOwn(accepted.installScripts, key));

/** `.npmrc` leaves the registry's addresses out of the lock file: an address that stands there leads elsewhere. */
function sourceProblem({ integrity, source, isOurs }) {
  if (isOurs) return undefined;
  if (source !== undefined) return `comes from ${source}, not from the registry that npm is set to`;
  return integrity?.startsWith('sha512-') ? undefined : 'has no SHA-512 in package-lock.json';
}

const scriptProblem = (locked) =>
  locked.hasInstallScript && rowOf(locked) === undefined
    ? `has an install script, and ${TABLES} does not say why it need not run`
    : undefined;

/** What lies in node_modules against what the lock says of it. */
function installedProblem({ place, licence, hasInstallScript }) {
  if (!existsSync(join(root, place, 'package.json'))) return undefined;
  const { license, scripts = {} } = readJson(root, `${place}/package.json`);
  if (!hasInstallScript && RUN_AT_INSTALL.some((name) => name in scripts))
    return 'has an install script that package-lock.json does not tell of';
  if (typeof license === 'string' && license !== licence)
    return `has the licence ${license}, and package-lock.json says ${licence}`;
  return undefined;
}

const problemsOf = (locked) =>
  [sourceProblem(locked), licenceProblem(locked, accepted), scriptProblem(locked), installedProblem(locked)]
    .filter((problem) => problem !== undefined)
    .map((problem) => `${locked.name} ${locked.version} ${problem}`);

function needlessRows() {
  const names = new Set(packages.map(({ name }) => name));
  const used = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(rowOf));
  const { licenceExceptions, installScripts } = accepted;
  return [
    ...Object.keys(licenceExceptions).filter((name) => !names.has(name)),
    ...Object.keys(installScripts).filter((key) => !used.has(key)),
  ].map((key) => `${TABLES} speaks of ${key}, which package-lock.json does not need`);
}

/** What is accepted without a reason was not thought about. */
function rowsWithoutReason() {
  const { licences, licenceExceptions, installScripts } = accepted;
  const rows = Object.entries({ ...licences, ...installScripts, ...licenceExceptions });
  return rows
    .filter(([, row]) => !/\w/.test(typeof row === 'string' ? row : (row.reason ?? '')))
    .map(([key]) => `${TABLES} gives no reason for ${key}`);
}

const installsQuietly = () =>
  existsSync(join(root, '.npmrc')) &&
  readFileSync(join(root, '.npmrc'), 'utf8').split('\n').includes('ignore-scripts=true');

const found = [
  ...(installsQuietly()
    ? []
    : ['.npmrc must hold ignore-scripts=true: npm 10 runs install scripts otherwise']),
  ...packages.flatMap(problemsOf),
  ...needlessRows(),
  ...rowsWithoutReason(),
];
for (const line of found) console.log(line);
if (found.length === 0) console.log(`All ${packages.length} packages are accepted.`);
process.exitCode = found.length === 0 ? 0 : 1;
