import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AuditPage } from '../../../../src/desk/contract';
import { caseOf } from '../../../../src/domain/wire/workflow-ids';
import { KINDS, reasonInWords, spoken, valueText } from '../../format/words';
import { CaseLink } from '../../parts/case-link';
import { Badge, DataTable } from '../../parts/frames';
import { Instant } from '../../parts/instant';
import { Person } from '../../parts/person';

type Entry = AuditPage['entries'][number];

/** Entries of the audit, latest first. */
export const AuditTable = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <DataTable
    label="Entries of the audit"
    className="cards"
    columns={['When', 'What', 'Who', 'Case', 'Detail', 'Proof']}
    dense
  >
    {entries.map((entry) => (
      <Row key={entry.position} entry={entry} />
    ))}
  </DataTable>
);

const Row = ({ entry }: { readonly entry: Entry }) => (
  <Table.Tr>
    <Table.Td className="nowrap">
      <Instant at={entry.at} />
    </Table.Td>
    <Table.Td>
      <strong>{entry.title ?? spoken(entry.what)}</strong>
      <span className="second">
        {entry.agreedBy === undefined ? spoken(entry.kind) : 'Takes effect as proposed'}
        {entry.actor === undefined && entry.under !== undefined && ` for ${named(entry.under)}`}
      </span>
    </Table.Td>
    <Table.Td className="break">
      {entry.actor === undefined ? (
        <span className="soft">The system</span>
      ) : (
        <Link to="/audit" search={{ person: entry.actor }}>
          <Person subject={entry.actor} />
        </Link>
      )}
      <span className="second">{entry.role === undefined ? undefined : spoken(entry.role)}</span>
      {entry.agreedBy !== undefined && (
        <span className="second">
          proposed it; agreed by <Person subject={entry.agreedBy} />
        </span>
      )}
    </Table.Td>
    <Table.Td className="break">
      <CaseCell entry={entry} />
    </Table.Td>
    <Table.Td className="waits break">{detailText(entry.detail)}</Table.Td>
    <Table.Td>
      <Origin entry={entry} />
      <span className="second digest" title={entry.hash}>
        hash {entry.hash.slice(0, 8)}
      </span>
    </Table.Td>
  </Table.Tr>
);

/** A case by its kind and reference: "the loan LN-2026-0001". */
function named(caseId: string): string {
  const { kind, reference } = caseOf(caseId);
  return kind === '' ? caseId : `the ${kind} ${reference}`;
}

/** The case, with the way to its page if it has one, and to all its entries. */
function CaseCell({ entry }: { readonly entry: Entry }) {
  const own = caseOf(entry.case);
  // A repayment stands on the page of its loan.
  const { kind, reference } = own.kind === 'repayment' && entry.under ? caseOf(entry.under) : own;
  const known = KINDS.find((one) => one === kind);
  return (
    <>
      {known ? <CaseLink kind={known} reference={reference} /> : entry.case}
      <span className="second">
        {known && `${spoken(known)}, `}
        {known && known !== own.kind && `${own.kind}, `}
        <Link to="/audit" search={{ case: entry.case }}>
          all entries<span className="unseen"> of {entry.case}</span>
        </Link>
        {`, ${entry.sequence}`}
      </span>
    </>
  );
}

/** What proves an entry. The system itself gives no command, so that its entries need no person's proof. */
function Origin({ entry: { isForeign, signed, actor } }: { readonly entry: Entry }) {
  if (isForeign) return <Badge tone="danger">not written by this system</Badge>;
  if (signed) return <Badge tone="good">signed</Badge>;
  return actor === undefined ? 'by the system' : <Badge tone="plain">without proof</Badge>;
}

/** Details that a person wrote, or that name something. */
const AS_WRITTEN = ['note', 'text', 'evidence', 'assignee', 'reference'];

function detailValue(name: string, value: unknown): string {
  if (typeof value === 'number') return valueText(name, value);
  if (typeof value !== 'string') return JSON.stringify(value);
  return AS_WRITTEN.includes(name) ? value : reasonInWords(value);
}

const detailText = (detail: Entry['detail']) =>
  Object.entries(detail ?? {})
    .map(([name, value]) => `${spoken(name)}: ${detailValue(name, value)}`)
    .join('; ');
