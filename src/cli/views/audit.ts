import type { ReadEntry } from '../../records/audit/read';
import type { Verification } from '../../records/verify';
import { columns, section } from '../terminal';

/** An entry; `isForeign` where no worker has written it, as far as that is known. */
type ShownEntry = ReadEntry & { readonly isForeign?: true };

/** The audit of a case for people: when, what, who, and why. */
export function auditEntriesView(entries: readonly ShownEntry[]): string {
  const lines = entries.map(({ sequence, at, kind, what, role, actor, detail, isForeign }) => [
    String(sequence),
    at,
    `${isForeign ? 'NOT WRITTEN BY A WORKER: ' : ''}${kind} ${what}`,
    [role, actor].filter((part) => part !== null).join(' '),
    detail ? detail.content : '',
  ]);
  return columns([['', 'AT', 'WHAT', 'WHO', 'DETAIL'], ...lines]).join('\n');
}

/** What a check has found, for people: what it relied on, how much it saw, and every problem. */
export function verificationView({
  reliedOn,
  cases,
  entries,
  checkpoints,
  unsigned,
  problems,
}: Verification): string {
  const lines = problems.map(({ caseId, sequence, problem }) =>
    [caseId, sequence === undefined ? undefined : `entry ${sequence}`, problem]
      .filter((part) => part !== undefined)
      .join(': '),
  );
  return [
    `Checked ${entries} entries of ${cases} cases and ${checkpoints} signed checkpoints; relied on ${reliedOn}.`,
    ...(unsigned > 0 ? [`${unsigned} entries are not signed yet.`] : []),
    ...(problems.length === 0 ? ['Nothing was changed, and nothing is missing.'] : []),
    section('PROBLEMS', lines),
  ]
    .filter((part) => part !== '')
    .join('\n');
}
