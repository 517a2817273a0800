import type { AuditCopy, CheckpointRow } from './audit-copy';
import { ofCase, type Tampering } from './tampering';

/** The audit as it was when so many checkpoints had been made. */
const asOf = (copy: AuditCopy, count: number): AuditCopy => {
  const checkpoints = copy.checkpoints.slice(0, count);
  const position = positionOf(checkpoints.at(-1));
  const rows = copy.rows.filter((row) => row.position <= position);
  const kept = new Set(rows.map((row) => `${row.case_id} ${row.sequence}`));
  return {
    rows,
    details: copy.details.filter((detail) => kept.has(`${detail.case_id} ${detail.sequence}`)),
    checkpoints,
  };
};

/** Signed, not secret: the superuser can read it. */
const positionOf = (checkpoint: CheckpointRow | undefined): number => {
  const [, payload = ''] = (checkpoint?.signed ?? '').split('.');
  return payload === ''
    ? 0
    : (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { position: number }).position;
};

const renumbered = (checkpoints: readonly CheckpointRow[]) =>
  checkpoints.map(({ signed }, place) => ({ number: place + 1, signed }));

const withCheckpoints =
  (change: (checkpoints: readonly CheckpointRow[]) => readonly CheckpointRow[]): Tampering['change'] =>
  (copy) => ({ ...copy, checkpoints: change(copy.checkpoints) });

/** The signature kept, one letter of what is signed changed. */
const reworded = ({ number, signed }: CheckpointRow) => {
  const [header, payload, signature] = signed.split('.');
  const text = Buffer.from(payload!, 'base64url')
    .toString()
    .replace(/"at":"2/, '"at":"3');
  return { number, signed: [header, Buffer.from(text).toString('base64url'), signature].join('.') };
};

const unsigned = ({ number, signed }: CheckpointRow) => {
  const none = Buffer.from('{"alg":"none","typ":"audit-checkpoint+jws"}').toString('base64url');
  return { number, signed: `${none}.${signed.split('.')[1]}.` };
};

/** Tamperings with the signed heads, and those that go far enough back to need an exported one. */
export const checkpointTamperings: readonly Tampering[] = [
  { what: 'the first checkpoint removed', change: withCheckpoints(([, ...rest]) => rest) },
  {
    what: 'a checkpoint in the middle removed',
    change: withCheckpoints(([first, , ...rest]) => [first!, ...rest]),
  },
  {
    what: 'a checkpoint in the middle removed, the rest numbered anew',
    change: withCheckpoints(([first, , ...rest]) => renumbered([first!, ...rest])),
  },
  {
    what: 'a checkpoint altered',
    change: withCheckpoints(([first, ...rest]) => [reworded(first!), ...rest]),
  },
  {
    what: 'the last checkpoint altered',
    change: withCheckpoints((all) => [...all.slice(0, -1), reworded(all.at(-1)!)]),
  },
  {
    what: 'a checkpoint without a signature',
    change: withCheckpoints((all) => [...all.slice(0, -1), unsigned(all.at(-1)!)]),
  },
  {
    what: 'a checkpoint repeated under the next number',
    change: withCheckpoints((all) => [...all, { number: all.length + 1, signed: all.at(-1)!.signed }]),
  },
  {
    what: 'two checkpoints exchanged',
    change: withCheckpoints(([first, second, ...rest]) => renumbered([second!, first!, ...rest])),
  },
  {
    what: 'the last checkpoint removed',
    needsHead: true,
    change: withCheckpoints((all) => all.slice(0, -1)),
  },
  { what: 'all checkpoints removed', needsHead: true, change: withCheckpoints(() => []) },
  {
    what: 'an old copy restored',
    needsHead: true,
    change: (copy) => asOf(copy, copy.checkpoints.length - 1),
  },
  { what: 'a very old copy restored', needsHead: true, change: (copy) => asOf(copy, 1) },
  {
    what: 'an empty database in its place',
    needsHead: true,
    change: () => ({ rows: [], details: [], checkpoints: [] }),
  },
  {
    what: 'the last entry of a case removed, and all checkpoints',
    needsHead: true,
    change: (copy, { caseId }) => ({ ...ofCase(copy, caseId, (own) => own.slice(0, -1)), checkpoints: [] }),
  },
  {
    what: 'a case removed, and all checkpoints',
    needsHead: true,
    change: (copy, { caseId }) => ({ ...ofCase(copy, caseId, () => []), checkpoints: [] }),
  },
];
