import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tableRows, textOf } from '../support/docs/pages';
import { alerts, metricNames, panels } from '../support/monitoring/observability-files';

const folders = (process.env.PATH ?? '').split(delimiter);
const hasPromtool = folders.some((folder) => existsSync(join(folder, 'promtool')));
/** Where Prometheus is not installed, the test counts as skipped. */
const withPromtool = hasPromtool ? test : test.skip;

withPromtool(
  'each alert fires for its cause, and none in an ordinary day (promtool, of the package prometheus)',
  () => {
    const { status, stdout, stderr } = spawnSync('promtool', [
      ...['test', 'rules', 'deploy/observability/alerts.test.yml'],
    ]);
    expect({ status, said: String(stdout) + String(stderr) }).toMatchObject({ status: 0 });
  },
);

test('the runbook has a line for each alert, with every cell filled', () => {
  const [, ...lines] = tableRows(textOf('docs/RUNBOOK.md'));
  expect(lines.map(([name]) => name)).toEqual(alerts.map(({ alert }) => alert));
  expect(lines.filter((cells) => cells.length !== 5 || cells.some((cell) => cell === ''))).toEqual([]);
});

test('each alert about a metric has a panel of the dashboard that shows it', () => {
  const shown = panels.map(({ description }) => description).join(' ');
  const isShown = ({ alert }: { alert: string }) => shown.includes(alert);
  expect(alerts.filter((alert) => !isShown(alert)).map(({ alert }) => alert)).toEqual(['NoWorker']);
});

test('rules and dashboard name metrics', () => {
  expect(metricNames().length).toBeGreaterThan(15);
});
