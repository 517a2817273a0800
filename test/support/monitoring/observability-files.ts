import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly description: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const textOf = (file: string) => readFileSync(`deploy/observability/${file}`, 'utf8');

/** The alerts, by name. */
export const alerts = (parse(textOf('alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules);

/** The panels of the dashboard. */
export const { panels } = JSON.parse(textOf('dashboard.json')) as Dashboard;

/** Every name of a metric in rules and dashboard, but that of Prometheus itself. */
export function metricNames(): string[] {
  const queries = [
    ...alerts.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const bare = queries.map((query) => query.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ''));
  const names = bare.flatMap((query) => query.match(/\b[a-z]\w*_\w+\b(?!\s*\()/g) ?? []);
  return [...new Set(names)].sort();
}
