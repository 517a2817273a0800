import { COLUMNS } from '../../src/records/audit/row';
import type { AuditCopy } from './audit-copy';
import { checkpointTamperings } from './checkpoint-tamperings';
import { another, ofCase, ofRow, relinked, resealed, type Tampering } from './tampering';

/** Each column changed as it is. */
const altered: Tampering[] = COLUMNS.map((column) => ({
  what: `${column} of an entry altered`,
  change: (copy, { caseId }) =>
    ofCase(
      copy,
      caseId,
      ofRow(1, (row) => ({ ...row, [column]: another(row[column]) })),
    ),
}));

const TOLD = ['actor', 'role', 'what', 'at', 'request_id', 'kind', 'act'] as const;

/** what an entry says changed, with the chain made to fit again. */
const recomputed: Tampering[] = TOLD.flatMap((column) => {
  const change = ofRow(1, (row) => ({ ...row, [column]: another(row[column]) }));
  return [
    {
      what: `${column} altered, the chain computed anew`,
      change: (copy, { caseId }) => ofCase(copy, caseId, (rows) => relinked(change(rows))),
    },
    {
      what: `${column} of the last entry altered, sealed with a key of the attacker`,
      change: (copy, { caseId }) =>
        ofCase(copy, caseId, (rows) =>
          resealed()(ofRow(-1, (row) => ({ ...row, [column]: another(row[column]) }))(rows)),
        ),
    },
  ] satisfies Tampering[];
});

const moved = (copy: AuditCopy) => 1_000_000 + Math.max(...copy.rows.map(({ position }) => position));

/** Rows that were not there, or are not there any more. */
const rows: Tampering[] = [
  {
    what: 'the first entry removed',
    change: (copy, { caseId }) => ofCase(copy, caseId, (own) => own.slice(1)),
  },
  {
    what: 'an entry in the middle removed',
    change: (copy, { caseId }) => ofCase(copy, caseId, (own) => [...own.slice(0, 1), ...own.slice(2)]),
  },
  {
    what: 'an entry in the middle removed, the rest computed anew',
    change: (copy, { caseId }) =>
      ofCase(copy, caseId, (own) => relinked([...own.slice(0, 1), ...own.slice(2)])),
  },
  {
    what: 'the last entry removed',
    change: (copy, { caseId }) => ofCase(copy, caseId, (own) => own.slice(0, -1)),
  },
  {
    what: 'the last entries removed',
    change: (copy, { caseId }) => ofCase(copy, caseId, (own) => own.slice(0, 1)),
  },
  { what: 'a case removed', change: (copy, { caseId }) => ofCase(copy, caseId, () => []) },
  { what: 'every entry removed', change: (copy) => ({ ...copy, rows: [], details: [] }) },
  {
    what: 'an entry added at the end, with the MAC of another one',
    change: (copy, { caseId }) =>
      ofCase(copy, caseId, (own) =>
        relinked([
          ...own,
          { ...own[0]!, entry_key: another(own[0]!.entry_key) as string, position: moved(copy) },
        ]),
      ),
  },
  {
    what: 'an entry put in the middle, the rest computed anew',
    change: (copy, { caseId }) =>
      ofCase(copy, caseId, (own) => {
        const added = { ...own[1]!, entry_key: another(own[1]!.entry_key) as string, position: moved(copy) };
        return relinked([...own.slice(0, 1), added, ...own.slice(1)]);
      }),
  },
  {
    what: 'entries of one case copied to a case that never was',
    change: (copy, { caseId }) => ({
      ...copy,
      rows: [
        ...copy.rows,
        ...copy.rows
          .filter((row) => row.case_id === caseId)
          .map((row, place) => ({ ...row, case_id: `${caseId}-copy`, position: moved(copy) + place })),
      ],
    }),
  },
  {
    what: 'an entry moved to another case',
    change: (copy, { caseId, otherCaseId }) =>
      ofCase(copy, caseId, (own) => [
        ...own.slice(0, -1),
        { ...own.at(-1)!, case_id: otherCaseId, sequence: 1_000, entry_key: 'moved' },
      ]),
  },
  {
    what: 'two entries exchanged',
    change: (copy, { caseId }) =>
      ofCase(copy, caseId, ([first, second, ...rest]) => [
        { ...second!, sequence: 1 },
        { ...first!, sequence: 2 },
        ...rest,
      ]),
  },
  {
    what: 'a whole case written anew, sealed with a key of the attacker under its own name',
    change: (copy, { caseId }) =>
      ofCase(copy, caseId, (own) => resealed('aaaaaaaa')(own.map((row) => ({ ...row, actor: 'maker-1' })))),
  },
  {
    what: 'two cases exchanged',
    change: (copy, { caseId, otherCaseId }) => ({
      ...copy,
      rows: copy.rows.map((row) => {
        if (row.case_id === caseId) return { ...row, case_id: otherCaseId };
        return row.case_id === otherCaseId ? { ...row, case_id: caseId } : row;
      }),
    }),
  },
];

const details: Tampering[] = [
  {
    what: 'a reason altered',
    change: (copy) => ({
      ...copy,
      details: copy.details.map((detail, place) =>
        place === 0 ? { ...detail, content: '{"reason":"OTHER"}' } : detail,
      ),
    }),
  },
  {
    what: 'the salt of a reason altered',
    change: (copy) => ({
      ...copy,
      details: copy.details.map((detail, place) => (place === 0 ? { ...detail, salt: '0' } : detail)),
    }),
  },
  { what: 'a reason removed', change: (copy) => ({ ...copy, details: copy.details.slice(1) }) },
  {
    what: 'the reasons of two entries exchanged',
    change: (copy) => {
      const [first, second, ...rest] = copy.details;
      const swap = (to: typeof first, from: typeof first) => ({
        ...to!,
        salt: from!.salt,
        content: from!.content,
      });
      return { ...copy, details: [swap(first, second), swap(second, first), ...rest] };
    },
  },
];

/** Every tampering that is tried. */
export const tamperings: readonly Tampering[] = [
  ...altered,
  ...recomputed,
  ...rows,
  ...details,
  ...checkpointTamperings,
];
