import { Link } from '@tanstack/react-router';
import type { AuditPage } from '../../../../src/desk/contract';
import { spoken } from '../../format/words';
import { Badge, TableFrame } from '../../parts/frames';
import { Instant } from '../../parts/instant';
import { texts } from '../../texts';

type Entry = AuditPage['entries'][number];

const { audit: words } = texts;

/** Entries of the audit, the latest first. */
export const AuditTable = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <TableFrame label={words.table}>
    <table className="dense" aria-label={words.table}>
      <thead>
        <tr>
          {Object.values(words.columns).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.position} entry={entry} />
        ))}
      </tbody>
    </table>
  </TableFrame>
);

const Row = ({ entry }: { readonly entry: Entry }) => (
  <tr>
    <td className="nowrap">
      <Instant at={entry.at} />
    </td>
    <td>
      <strong>{spoken(entry.what)}</strong>
      <span className="second">{spoken(entry.kind)}</span>
    </td>
    <td className="break">
      {entry.actor !== undefined && (
        <Link to="/audit" search={{ person: entry.actor }}>
          {entry.actor}
        </Link>
      )}
      <span className="second">{entry.role}</span>
    </td>
    <td className="break">
      <Link to="/audit" search={{ case: entry.case }}>
        {entry.case}
      </Link>
      <span className="second">{entry.sequence}</span>
    </td>
    <td className="waits break">{detailText(entry.detail)}</td>
    <td>
      <Origin entry={entry} />
      <span className="second digest" title={entry.hash}>
        {words.hash} {entry.hash.slice(0, 8)}
      </span>
    </td>
  </tr>
);

const Origin = ({ entry: { isForeign, signed } }: { readonly entry: Entry }) =>
  isForeign ? (
    <Badge tone="danger">{words.foreign}</Badge>
  ) : (
    <Badge tone={signed ? 'good' : 'plain'}>{signed ? words.signed : words.unsignedEntry}</Badge>
  );

const detailText = (detail: Entry['detail']) =>
  Object.entries(detail ?? {})
    .map(([name, value]) => `${spoken(name)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
