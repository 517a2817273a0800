import { styleText } from 'node:util';
import { printable } from '../domain/case/display-text';
import type { CaseSnapshot } from '../domain/case/snapshot';

/** Shows where a case stands; says nothing when that has not changed since the last time. */
export type Progress = (title: string, snapshot: CaseSnapshot) => void;

/** A line on stderr for every change: since when the demo runs, what, where it stands, what it waits for. */
export function createProgress(): Progress {
  const started = performance.now();
  const shown = new Map<string, string>();
  return (title, snapshot) => {
    const line = describe(snapshot);
    if (shown.get(title) === line) return;
    shown.set(title, line);
    const elapsed = `${Math.round((performance.now() - started) / 1000)} s`.padStart(6);
    process.stderr.write(`${styleText('dim', elapsed)}  ${title.padEnd(20)}  ${line}\n`);
  };
}

function describe({ stageTitle, waiting, attention, facts }: CaseSnapshot): string {
  const paid =
    typeof facts.instalmentsPaid === 'number' ? ` ${facts.instalmentsPaid}/${facts.instalments} paid` : '';
  const why = attention?.cause ?? (waiting && `waits for ${waiting.about}`);
  return `${styleText('bold', stageTitle)}${paid}${why === undefined ? '' : `: ${printable(why)}`}`;
}
