// node scripts/checks/chart.mjs: renders the chart with Helm, with every option on and with the fewest, and compares it
// with the schemas of Kubernetes. Where a tool cannot be had it says so, and checks nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../cache.mjs';
import { runCommand } from '../commands.mjs';
import { InstallerFailed } from '../log.mjs';
import { findSchemas, findTool, KUBERNETES } from './chart-tools.mjs';

const CHART = join(projectRoot, 'deploy/helm');

/** Settings that change which objects there are. */
const variants = {
  everything: [
    ...['serviceMonitor.enabled=true', 'worker.documentsClaim=documents', 'image.digest=sha256:0'],
    ...[
      'desk.enabled=true',
      'desk.url=https://desk',
      'desk.login.issuer=https://login',
      'desk.login.clientId=desk',
    ],
    ...['retention.enabled=true', 'retention.days=1825'],
    ...['worker.buildId=9f1c2ab', 'worker.olderBuilds[0].id=4.2_1', 'worker.olderBuilds[0].replicas=1'],
    'worker.olderBuilds[0].tag=4.2.1',
  ],
  least: ['networkPolicy.enabled=false', 'auditSigner.enabled=false', 'codec.enabled=false'],
};

/** Without these the chart names what is missing. */
const REQUIRED = ['worker.settings.SERVICE_BASE_URL=https://bank'];

async function toolsOrNothing() {
  try {
    const [helm, kubeconform] = [await findTool('helm'), await findTool('kubeconform')];
    return { helm, kubeconform, schemas: await findSchemas() };
  } catch (error) {
    if (!(error instanceof InstallerFailed)) throw error;
    console.log(
      `Skipped: Helm, kubeconform or the schemas of Kubernetes cannot be had here (${error.message}).`,
    );
    return undefined;
  }
}

/** Helm writes each object into a file of its own; kubeconform reads the folder. */
async function problemsOf(settings, { helm, kubeconform, schemas }, folder) {
  const set = [...REQUIRED, ...settings].flatMap((setting) => ['--set', setting]);
  const place = ['--kube-version', KUBERNETES, '--output-dir', folder];
  const rendered = await runCommand(helm, ['template', 'example', CHART, ...place, ...set]);
  if (rendered.code !== 0) return [rendered.output.trim()];
  const schema = ['-schema-location', join(schemas, '{{.ResourceKind}}{{.KindSuffix}}.json')];
  // The operator of Prometheus defines it; Kubernetes has no schema of it.
  const options = ['-strict', '-kubernetes-version', KUBERNETES, '-skip', 'ServiceMonitor'];
  const { code, output } = await runCommand(kubeconform, [...options, ...schema, folder]);
  return code === 0 ? [] : [output.trim()];
}

async function check(tools) {
  const folder = mkdtempSync(join(tmpdir(), 'chart-'));
  try {
    const lint = await runCommand(tools.helm, ['lint', '--strict', CHART]);
    const problems = lint.code === 0 ? [] : [lint.output.trim()];
    for (const [name, settings] of Object.entries(variants)) {
      const found = await problemsOf(settings, tools, join(folder, name));
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    }
    return problems;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const tools = await toolsOrNothing();
const problems = tools === undefined ? [] : await check(tools);
for (const problem of problems) console.log(problem);
if (tools !== undefined && problems.length === 0) console.log('The chart fits Kubernetes.');
process.exitCode = problems.length === 0 ? 0 : 1;
