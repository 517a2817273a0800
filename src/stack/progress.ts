import { styleText } from 'node:util';
import type { CaseFile } from '../domain/case-file';

/** Shows where a case stands; says nothing when that has not changed since the last time. */
export type Progress = (subject: string, file: CaseFile) => void;

/** A line on stderr for every change: since when the demo runs, what, where it stands, what it waits for. */
export function createProgress(): Progress {
  const started = performance.now();
  const shown = new Map<string, string>();
  return (subject, file) => {
    const standing = describe(file);
    if (shown.get(subject) === standing) return;
    shown.set(subject, standing);
    const elapsed = `${Math.round((performance.now() - started) / 1000)} s`.padStart(6);
    process.stderr.write(`${styleText('dim', elapsed)}  ${subject.padEnd(20)}  ${standing}\n`);
  };
}

function describe({ stageTitle, waiting, attention, facts }: CaseFile): string {
  const paid =
    typeof facts.instalmentsPaid === 'number' ? ` ${facts.instalmentsPaid}/${facts.instalments} paid` : '';
  const why = attention?.cause ?? (waiting && `waits for ${waiting.about}`);
  return `${styleText('bold', stageTitle)}${paid}${why === undefined ? '' : `: ${why}`}`;
}
