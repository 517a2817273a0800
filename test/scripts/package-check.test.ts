import { checkPlanted } from '../support/scripts/planted-project';

const accepted = {
  licences: { MIT: 'permissive', ISC: 'permissive' },
  licenceExceptions: {},
  installScripts: {},
};
const harmless = { version: '1.0.0', license: 'MIT', integrity: 'sha512-x' };

interface Planted {
  readonly harmful?: object;
  readonly tables?: object;
  readonly npmrc?: string;
  readonly installed?: object;
  readonly others?: object;
}

/** Checks a project of two packages, of which the second is not as usual. */
function check({ harmful = {}, tables = {}, npmrc = 'ignore-scripts=true\n', installed, others }: Planted) {
  const packages = {
    '': {},
    'node_modules/good': harmless,
    'node_modules/good/node_modules/@some/other': { ...harmless, ...harmful },
    ...others,
  };
  return checkPlanted('packages', {
    '.npmrc': npmrc,
    'package-lock.json': JSON.stringify({ packages }),
    'scripts/supply-chain/accepted.json': JSON.stringify({ ...accepted, ...tables }),
    ...(installed !== undefined && {
      'node_modules/good/node_modules/@some/other/package.json': JSON.stringify(installed),
    }),
  });
}

const refusal = (sentence: string) => ({ code: 1, said: [sentence] });
const acceptance = { code: 0, said: ['All 2 packages are accepted.'] };

test.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND ISC', '(ISC AND MIT)'])(
  'a package under %s is accepted, since the table knows enough of it',
  (license) => {
    expect(check({ harmful: { license } })).toEqual(acceptance);
  },
);

test.each([
  'GPL-3.0-only',
  'mit',
  'SEE LICENSE IN LICENSE',
  'UNLICENSED',
  'MIT AND GPL-3.0-only',
  '(GPL-2.0-only OR GPL-3.0-only)',
  'MIT AND (ISC OR GPL-3.0-only)',
  '(MIT OR ISC) AND GPL-3.0-only',
  'constructor',
])('a package under %s is refused', (license) => {
  const said = check({ harmful: { license } });
  expect(said).toEqual(refusal(`@some/other 1.0.0 has the licence ${license}`));
});

test('a package without a licence is refused', () => {
  const said = check({ harmful: { license: undefined } });
  expect(said).toEqual(refusal('@some/other 1.0.0 names no licence'));
});

const exception = (licence: string, name = '@some/other') => ({
  licenceExceptions: { [name]: { licence, reason: 'asked' } },
});

test.each([['CC-BY-4.0'], [undefined]])('an exception covers a package that says %s', (license) => {
  expect(check({ harmful: { license }, tables: exception('CC-BY-4.0') })).toEqual(acceptance);
});

test('an exception does not cover another licence of the same package', () => {
  const said = check({ harmful: { license: 'GPL-3.0-only' }, tables: exception('CC-BY-4.0') });
  expect(said).toEqual(refusal('@some/other 1.0.0 has the licence GPL-3.0-only'));
});

test.each([
  ['a checksum is missing', { integrity: undefined }, 'has no SHA-512 in package-lock.json'],
  ['a checksum is weak', { integrity: 'sha1-x' }, 'has no SHA-512 in package-lock.json'],
  [
    'the source is a repository',
    { resolved: 'git+ssh://git@example.com/x.git' },
    'comes from git+ssh://git@example.com/x.git, not from the registry that npm is set to',
  ],
  [
    'the source is the address of a file',
    { resolved: 'https://packages.example.com/x.tgz' },
    'comes from https://packages.example.com/x.tgz, not from the registry that npm is set to',
  ],
])('a package is refused when %s', (_when, harmful, problem) => {
  expect(check({ harmful })).toEqual(refusal(`@some/other 1.0.0 ${problem}`));
});

const linkedTo = (resolved: string) => ({
  [resolved]: { version: '1.0.0', license: 'MIT' },
  'node_modules/ours': { resolved, link: true },
});

test('a package of ours needs no checksum, and one that lies elsewhere on this machine is refused', () => {
  const said = ['All 3 packages are accepted.'];
  expect(check({ others: linkedTo('packages/ours') })).toEqual({ code: 0, said });
  expect(check({ others: linkedTo('../ours') }).said[0]).toContain('comes from ../ours');
});

test('a package with an install script is refused until the table says why it need not run', () => {
  const harmful = { hasInstallScript: true };
  expect(check({ harmful })).toEqual(
    refusal(
      '@some/other 1.0.0 has an install script, and scripts/supply-chain/accepted.json does not say why it need not run',
    ),
  );
  expect(check({ harmful, tables: { installScripts: { '@some/other': 'warns' } } })).toEqual(acceptance);
  expect(check({ harmful, tables: { installScripts: { '@some/*': 'warns' } } })).toEqual(acceptance);
});

test('an installed package whose script the lock conceals is refused', () => {
  const said = check({ installed: { license: 'MIT', scripts: { postinstall: 'node evil.js' } } });
  expect(said).toEqual(
    refusal('@some/other 1.0.0 has an install script that package-lock.json does not tell of'),
  );
});

test('an installed package whose licence differs from the lock is refused', () => {
  const said = check({ installed: { license: 'GPL-3.0-only' } });
  expect(said).toEqual(
    refusal('@some/other 1.0.0 has the licence GPL-3.0-only, and package-lock.json says MIT'),
  );
});

test('a row that no package needs is refused', () => {
  const tables = { ...exception('CC-BY-4.0', 'gone'), installScripts: { old: 'warns' } };
  const needless = (name: string) =>
    `scripts/supply-chain/accepted.json speaks of ${name}, which package-lock.json does not need`;
  expect(check({ tables })).toEqual({ code: 1, said: [needless('gone'), needless('old')] });
});

test.each([
  ['a licence', { licences: { ...accepted.licences, ISC: '' } }, 'ISC'],
  ['an exception', { licenceExceptions: { '@some/other': { licence: 'MIT', reason: ' ' } } }, '@some/other'],
])('%s that is accepted without a reason is refused', (_what, tables, name) => {
  expect(check({ tables })).toEqual(
    refusal(`scripts/supply-chain/accepted.json gives no reason for ${name}`),
  );
});

test('an install script that is accepted without a reason is refused', () => {
  const tables = { installScripts: { '@some/*': '' } };
  expect(check({ harmful: { hasInstallScript: true }, tables })).toEqual(
    refusal('scripts/supply-chain/accepted.json gives no reason for @some/*'),
  );
});

test.each(['', 'ignore-scripts=false\n', '#ignore-scripts=true\n'])(
  'the setting %j of npm is refused',
  (npmrc) => {
    expect(check({ npmrc })).toEqual(
      refusal('.npmrc must hold ignore-scripts=true: npm 10 runs install scripts otherwise'),
    );
  },
);
