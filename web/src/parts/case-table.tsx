import { Button, Table } from '@mantine/core';
import { useState } from 'react';
import type { CaseRow } from '../../../src/desk/contract';
import { UNKNOWN_STATE } from '../../../src/domain/case/waits';
import { nairaText } from '../format/money';
import { causeText, counted, inWords, spoken } from '../format/words';
import { CaseLink } from './case-link';
import { DataTable } from './frames';
import { HeldShort } from './held';
import { Day, ShortInstant, Since } from './instant';
import { UNFOLDED } from './loaded';
import { Assignee } from './person';
import { StageBadge } from './stage-badge';

/** The key of a row: a payout and a loan may have the same reference. */
export const keyOf = ({ kind, reference }: CaseRow): string => `${kind}:${reference}`;

/** The marked rows of a list whose rows can be marked. */
interface Selection {
  readonly selected: readonly CaseRow[];
  readonly onToggle: (rows: readonly CaseRow[], isOn: boolean) => void;
}

interface CaseTableProps {
  readonly rows: readonly CaseRow[];
  readonly label?: string;
  readonly selection?: Selection;
}

/** A list of cases as a table. Many that do not answer, as where no worker runs, are one line until it is unfolded. */
export function CaseTable({ rows, ...rest }: CaseTableProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const answering = rows.filter(({ stageTitle }) => stageTitle !== UNKNOWN_STATE);
  const silent = rows.length - answering.length;
  if (silent <= UNFOLDED) return <Rows rows={rows} {...rest} />;
  return (
    <>
      <div className="row spread beside">
        <strong className="attention-text">
          {counted(silent, 'case')} here: {UNKNOWN_STATE.toLowerCase()}
        </strong>
        <Button size="xs" variant="default" onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? 'Fold them' : 'Show them'}
        </Button>
      </div>
      {(isUnfolded || answering.length > 0) && <Rows rows={isUnfolded ? rows : answering} {...rest} />}
    </>
  );
}

/** The table, without waits if all have ended. */
function Rows({ rows, label = 'Cases', selection }: CaseTableProps) {
  const isOver = rows.every(({ ended }) => ended);
  return (
    <DataTable
      label={label}
      className="cards"
      columns={[
        ...(selection ? [[<SelectAll key="all" rows={rows} selection={selection} />, 'less'] as const] : []),
        'Reference',
        'Stage',
        ...(isOver ? ['Ended'] : ['What it waits for', 'Waiting']),
        ['Amount', 'amount'],
        ['Assignee', 'less least'],
      ]}
    >
      {rows.map((row) => (
        <Row key={keyOf(row)} row={row} isOver={isOver} selection={selection} />
      ))}
    </DataTable>
  );
}

interface SelectAllProps {
  readonly rows: readonly CaseRow[];
  readonly selection: Selection;
}

const SelectAll = ({ rows, selection: { selected, onToggle } }: SelectAllProps) => (
  <input
    type="checkbox"
    aria-label="Select all on this page"
    checked={rows.every((row) => isAmong(selected, row))}
    onChange={(event) => onToggle(rows, event.currentTarget.checked)}
  />
);

const isAmong = (rows: readonly CaseRow[], row: CaseRow) => rows.map(keyOf).includes(keyOf(row));

interface RowProps {
  readonly row: CaseRow;
  readonly isOver: boolean;
  readonly selection: Selection | undefined;
}

const Row = ({ row, isOver, selection }: RowProps) => (
  <Table.Tr>
    {selection && (
      <Table.Td className="less">
        <input
          type="checkbox"
          aria-label={`Select ${row.reference}`}
          checked={isAmong(selection.selected, row)}
          onChange={(event) => selection.onToggle([row], event.currentTarget.checked)}
        />
      </Table.Td>
    )}
    <Table.Th scope="row">
      <CaseLink kind={row.kind} reference={row.reference} />
      <span className="second soft break">{[spoken(row.kind), row.name].filter(Boolean).join(' · ')}</span>
    </Table.Th>
    <Table.Td>
      <StageBadge title={row.stageTitle} stage={row.stage} ended={row.ended} needsPerson={row.needsPerson} />
    </Table.Td>
    {!isOver && (
      <Table.Td className="waits">
        <HeldShort held={row.held} />
        {waitOf(row)}
      </Table.Td>
    )}
    <Table.Td className="nowrap">
      <Since at={row.since} />
    </Table.Td>
    <Table.Td className="amount">{row.amountKobo === undefined ? '' : nairaText(row.amountKobo)}</Table.Td>
    <Table.Td className="less least">
      <Assignee subject={row.assignee} />
    </Table.Td>
  </Table.Tr>
);

/** What a case waits for, and until when; the column beside it tells since when. */
function waitOf({ attention, waiting, promisedOn, isPromiseBroken, overdue }: CaseRow) {
  const until = waiting?.until !== undefined && (
    <span className="second">
      until <ShortInstant at={waiting.until} isWithYear />
    </span>
  );
  if (attention) {
    const isReminder = waiting && attention.cause.startsWith(`waiting for ${waiting.about} since `);
    const cause = isReminder
      ? attention.cause.replace(/ since \d{4}-\d\d-\d\d \d\d:\d\d UTC/, '')
      : attention.cause;
    const isHeld = waiting?.for === 'APPLICANT' && !cause.includes(waiting.about);
    return (
      <>
        <strong className="attention-text break">{causeText(cause)}</strong>
        {isHeld && <span className="second break">held: waits for {inWords(waiting.about)}</span>}
        {overdue !== undefined && <span className="second break">{overdue}</span>}
        {promisedOn !== undefined && (
          <span className="second">
            {isPromiseBroken ? 'not seen paid by' : 'promised to pay on'} <Day on={promisedOn} />
          </span>
        )}
        {isReminder && until}
      </>
    );
  }
  if (!waiting) return '';
  return (
    <>
      {waiting.for === 'APPLICANT' && 'Held: '}
      {inWords(waiting.about)} <span className="second">on the {spoken(waiting.on).toLowerCase()}</span>
      {until}
    </>
  );
}
