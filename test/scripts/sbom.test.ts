import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}
interface Bom {
  readonly metadata: { readonly component: { readonly purl: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly license?: string;
  readonly integrity?: string;
  /** The folder of a package of ours. */
  readonly resolved?: string;
  readonly link?: boolean;
}

function writtenBom(): Bom {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    const file = join(folder, 'sbom.cdx.json');
    expect(spawnSync(process.execPath, ['scripts/supply-chain/sbom.mjs', file]).status).toBe(0);
    return JSON.parse(readFileSync(file, 'utf8')) as Bom;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const bom = writtenBom();
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const production = Object.entries(lock.packages)
  .filter(([place, { dev }]) => place.includes('node_modules/') && dev !== true)
  .map(([place, locked]) => [place, locked.link ? lock.packages[locked.resolved!]! : locked] as const);
const nameAndVersion = ([place, { version }]: readonly [string, Locked]) =>
  `${place.split('node_modules/').at(-1)}@${version}`;

test('the bill of materials names every package in production with its version, and no other', () => {
  const named = bom.components.map(({ name, version }) => `${name}@${version}`);
  expect(named.sort()).toEqual([...new Set(production.map(nameAndVersion))].sort());
  expect(named).not.toContainEqual(expect.stringMatching(/^(typescript|tsx|jest|eslint)@/));
});

test('the bill of materials gives every package the licence and the checksum of the lock', () => {
  const expected = new Map(production.map((each) => [nameAndVersion(each), each[1]]));
  for (const { name, version, licenses, hashes } of bom.components) {
    const { license = 'Unlicense', integrity } = expected.get(`${name}@${version}`)!;
    expect([name, licenses.map(({ license, expression }) => license?.id ?? expression)]).toEqual([
      name,
      [license],
    ]);
    const written = hashes?.map(
      ({ alg, content }) => `${alg} sha512-${Buffer.from(content, 'hex').toString('base64')}`,
    );
    expect(written).toEqual(integrity === undefined ? undefined : [`SHA-512 ${integrity}`]);
  }
});

test('the bill of materials says for every package who needs it, up to the project itself', () => {
  const needs = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set([bom.metadata.component.purl]);
  for (const ref of reached) for (const needed of needs.get(ref)!) reached.add(needed);
  const missing = bom.components.filter(({ purl }) => !reached.has(purl));
  expect(missing.map(({ purl }) => purl)).toEqual([]);
});
