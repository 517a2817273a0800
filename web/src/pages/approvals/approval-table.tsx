import { Table } from '@mantine/core';
import type { ApprovalItem } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { spoken } from '../../format/words';
import { CaseLink } from '../../parts/case-link';
import { Badge, DataTable } from '../../parts/frames';
import { HeldShort } from '../../parts/held';
import { Since } from '../../parts/instant';
import { Persons } from '../../parts/person';

/** The key of an approval: a case may have several proposals. */
export const keyOf = ({ kind, reference, digest }: ApprovalItem): string => `${kind}:${reference}:${digest}`;

interface ApprovalTableProps {
  readonly items: readonly ApprovalItem[];
  readonly chosen: ApprovalItem | undefined;
  readonly onChoose: (item: ApprovalItem) => void;
}

const byOf = ({ proposedBy, makers }: ApprovalItem): readonly string[] => [proposedBy ?? makers].flat();

/** The approvals that wait for a second person, those for the person logged in first. */
export const ApprovalTable = ({ items, chosen, onChoose }: ApprovalTableProps) => (
  <div className="card flush">
    <DataTable
      label="Waiting for another person"
      className="cards"
      columns={['Reference', 'What', ['Amount', 'amount'], ['Waiting', 'least']]}
    >
      {items.map((item) => (
        <Table.Tr key={keyOf(item)} data-current={item === chosen} onClick={() => onChoose(item)}>
          <Table.Th scope="row">
            <CaseLink kind={item.kind} reference={item.reference} />
            <span className="second soft break">
              {[spoken(item.kind), item.name].filter(Boolean).join(' · ')}
              {byOf(item).length > 0 && `, ${item.proposedBy ? 'proposed' : 'made'} by `}
              <Persons subjects={byOf(item)} />
            </span>
          </Table.Th>
          <Table.Td>
            <button
              type="button"
              className="plain-button"
              data-approval={keyOf(item)}
              aria-pressed={item === chosen}
              onClick={() => onChoose(item)}
            >
              {item.command === undefined ? 'To be approved' : `Proposed command: ${spoken(item.command)}`}
              <span className="unseen">, {item.reference}</span>
            </button>
            <span className="second">
              <Badge tone={item.allowed ? 'attention' : 'plain'}>
                {item.allowed ? 'Waiting for you' : 'Waiting for others'}
              </Badge>{' '}
              {item.before && <Badge tone="attention">Changed</Badge>}{' '}
              {item.nameVerdict === 'mismatch' && <Badge tone="attention">Names differ</Badge>}{' '}
              {item.nameVerdict === 'close' && <Badge>Names are close</Badge>}{' '}
              {(item.alike?.length ?? 0) > 0 && <Badge tone="attention">Like another payment</Badge>}{' '}
              {item.changing && <Badge tone="attention">A change is proposed</Badge>}{' '}
              {item.freshLogin && <Badge>Takes a login</Badge>}
            </span>
            {!item.held?.releasedBy && <HeldShort held={item.held} />}
            {item.meanwhile !== undefined && <Badge tone="attention">Held: the applicant was asked</Badge>}
          </Table.Td>
          <Table.Td className="amount">
            {item.amountKobo === undefined ? '' : nairaText(item.amountKobo)}
          </Table.Td>
          <Table.Td className="least">
            <Since at={item.since} />
            {item.until !== undefined && (
              <span className="second soft">
                lapses <Since at={item.until} />
              </span>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  </div>
);
