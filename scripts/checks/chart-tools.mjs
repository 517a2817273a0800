import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolder, inTemporaryFolder } from '../cache.mjs';
import { mustRun } from '../commands.mjs';
import { withLock } from '../lock.mjs';

/** The version of Kubernetes that the chart is checked for. */
export const KUBERNETES = '1.34.0';

/** The Python package that holds the strict schemas of Kubernetes; kubeconform's own come from a network. */
const SCHEMAS_PACKAGE = 'kubernetes-validate==1.37.0';

const tools = {
  helm: { version: 'v3.19.0', source: 'helm.sh/helm/v3/cmd/helm' },
  kubeconform: { version: 'v0.7.0', source: 'github.com/yannh/kubeconform/cmd/kubeconform' },
};

/** The path of a tool: from PATH, from the cache, or built with Go, which takes minutes once. @throws InstallerFailed */
export async function findTool(name) {
  const { version, source } = tools[name];
  const folder = join(cacheFolder, 'chart', `${name}-${version}`);
  const known = [...(process.env.PATH ?? '').split(delimiter), folder].map((each) => join(each, name));
  const found = known.find((path) => existsSync(path));
  if (found !== undefined) return found;
  const env = { ...process.env, GOBIN: folder };
  return withLock(`${folder}.lock`, `building ${name}`, async () => {
    if (!existsSync(join(folder, name))) await mustRun('go', ['install', `${source}@${version}`], { env });
    return join(folder, name);
  });
}

/** A folder with the schemas, each complete in itself. @throws InstallerFailed */
export async function findSchemas() {
  const folder = join(cacheFolder, 'chart', `schemas-${KUBERNETES}`);
  if (existsSync(folder)) return folder;
  await inTemporaryFolder(async (temporary) => {
    const options = ['--quiet', '--no-deps', '--no-compile', '--disable-pip-version-check'];
    const target = ['--target', temporary, SCHEMAS_PACKAGE];
    await mustRun('python3', ['-m', 'pip', 'install', ...options, ...target]);
    const source = `kubernetes_validate/kubernetes-json-schema/v${KUBERNETES}-local-strict`;
    writeSchemas(join(temporary, source), folder);
  });
  return folder;
}

/** They refer to a common file by an address of the network: each gets the definitions itself. */
function writeSchemas(source, target) {
  const { $defs } = readSchema(join(source, '_definitions.json'));
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source).filter((each) => /-v1\.json$/.test(each))) {
    const schema = { ...readSchema(join(source, name)), $id: undefined, $defs };
    writeFileSync(join(target, name), JSON.stringify(schema));
  }
}

const readSchema = (path) =>
  JSON.parse(readFileSync(path, 'utf8').replace(/"(\/api\/)?(_definitions\.json)?#/g, '"#'));
