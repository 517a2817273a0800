import { readFileSync } from 'node:fs';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { ScriptTarget, transpile } from 'typescript';
import { workflowBundle } from '../support/workflow-bundle';

/** What the SDK itself brings along. */
const SDK = ['@temporalio/common', '@temporalio/workflow', 'long', 'ms', 'nexus-rpc'];
const ROOMS = ['src/domain', 'src/workflows'];
/** Plain data of the contract. */
const CONTRACT_DATA = /src\/bank\/contract\/(codes|limits|priorities|refusals)\.ts$/;

const KIB = 1024;
/** Every workflow in a worker's cache shares the bundle, but each new isolate compiles it: it grows only on purpose. */
const CODE_MAX_KIB = 1_500;

const MAP = '//# sourceMappingURL=data:application/json;charset=utf-8;base64,';

/** The files that went into a bundle, as its source map names them. */
function sourcesOf(code: string): string[] {
  const map = Buffer.from(code.slice(code.lastIndexOf(MAP) + MAP.length), 'base64').toString();
  const { sources } = JSON.parse(map) as { sources: string[] };
  return sources.filter((source) => !source.startsWith('webpack/'));
}

/** The package that a file belongs to, or the room of ours. */
const originOf = (source: string): string =>
  /node_modules\/((@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? /src\/[^/]+/.exec(source)?.[0] ?? source;

const isCode = (source: string) => !CONTRACT_DATA.test(source);

const originsOf = (code: string) => [...new Set(sourcesOf(code).filter(isCode).map(originOf))].sort();

const code = readFileSync(workflowBundle().codePath, 'utf8');

test('the bundle holds the workflows, the domain, data of the contract and the SDK: no zod, no client, no Node built-in', () => {
  expect(originsOf(code)).toEqual([...SDK, ...ROOMS].sort());
});

/** Comments cost an isolate nothing worth a bound. */
const withoutComments = (script: string) =>
  transpile(script, { removeComments: true, target: ScriptTarget.ESNext });

test(`its code without comments stays below ${CODE_MAX_KIB} KiB`, () => {
  expect(withoutComments(code.slice(0, code.lastIndexOf(MAP))).length).toBeLessThan(CODE_MAX_KIB * KIB);
});

test('a package that an import pulls in would be seen', async () => {
  const workflowsPath = require.resolve('../../src/domain/payout/input');
  const careless = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
  expect(originsOf(careless.code)).toContain('zod');
});
