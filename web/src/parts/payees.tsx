import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useState, type RefCallback } from 'react';
import type { BatchPayees } from '../../../src/desk/contract';
import { rowNumbersIn } from '../../../src/domain/batch/row-numbers';
import { batchPayeesQuery } from '../api/queries';
import { useSession } from '../api/session';
import { nairaText } from '../format/money';
import { counted, spoken } from '../format/words';
import { Alike } from './alike';
import { isClose, isDifferent, isRepeated, type Payee } from './doubts';
import { Download } from './download';
import { Badge, Card, DataTable, Note } from './frames';
import { Loaded } from './loaded';
import { NameComparison } from './name-comparison';
import { Person } from './person';

/** Most rows shown at once; the CSV has all of them. */
const SHOWN = 200;

interface PayeesProps {
  readonly reference: string;
  /** The digest of the open approval. */
  readonly digest: string | undefined;
}

function usePayees({ reference, digest }: PayeesProps) {
  const mayLook = useSession().data?.mayUse.includes('batchPayees') === true;
  return { mayLook, payees: useQuery({ ...batchPayeesQuery(reference, digest), enabled: mayLook }) };
}

const COLUMNS = ['Payee', ['Amount', 'amount'], 'Bank and account', ['Row', 'amount'], 'Remark'] as const;

interface DoubtfulPayeesProps extends PayeesProps {
  /** Gets whether all these rows have been in view; a row that is in doubt only later must be seen, too. */
  readonly onSeen?: ((isSeen: boolean) => void) | undefined;
}

/** All payees whose names differ, or who are paid like another row or an earlier payment, with their numbers. */
export function DoubtfulPayees({ onSeen, ...batch }: DoubtfulPayeesProps) {
  const { data } = usePayees(batch).payees;
  const { seen, watch } = useSeenRows();
  const isKnown = data !== undefined && data.whyNone === undefined;
  const rows = data?.rows ?? [];
  const numberOf = (is: (payee: Payee) => boolean) => rows.filter(is).length;
  const [different, close, repeated] = [numberOf(isDifferent), numberOf(isClose), numberOf(isRepeated)];
  const doubtful = rows.filter((payee) => isDifferent(payee) || isRepeated(payee));
  const isSeen = doubtful.every(({ row }) => seen.has(String(row)));
  useEffect(() => {
    if (isKnown) onSeen?.(isSeen);
  }, [isKnown, isSeen, onSeen]);
  if (!isKnown) return null;
  return (
    <div className="stack tight">
      <Note tone={different > 0 ? 'attention' : 'good'}>
        <strong>
          {`${different.toLocaleString('en-NG')} of ${counted(rows.length, 'name')} differ`}
          {close > 0
            ? `, ${close.toLocaleString('en-NG')} more ${close === 1 ? 'is' : 'are'} only close`
            : ''}
        </strong>
      </Note>
      {repeated > 0 && (
        <Note tone="attention">
          <strong>{`${counted(repeated, 'row')} like another row or an earlier payment: make sure that none is paid twice`}</strong>
        </Note>
      )}
      {doubtful.length > 0 && (
        <DataTable label="To look at first" className="cards" columns={COLUMNS} dense>
          {doubtful.map((payee) => (
            <PayeeRow key={payee.row} payee={payee} watch={watch} />
          ))}
        </DataTable>
      )}
    </div>
  );
}

/** The numbers of the rows that have been in view, and what watches a row; one observer watches all of them. */
function useSeenRows() {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [watch] = useState(() => {
    const observer = new IntersectionObserver((entries) => {
      const come = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
      if (come.length === 0) return;
      for (const row of come) observer.unobserve(row);
      setSeen((all) => new Set([...all, ...come.map(rowOf)]));
    });
    return (row: HTMLTableRowElement | null) => {
      if (!row) return undefined;
      observer.observe(row);
      return () => observer.unobserve(row);
    };
  });
  return { seen, watch };
}

const rowOf = (target: Element): string => (target as HTMLElement).dataset['row'] ?? '';

/** The payees of a batch; while it waits for approval, only those under its digest. */
export default function Payees({ title = 'Payees', ...batch }: PayeesProps & { readonly title?: string }) {
  const { reference } = batch;
  const { mayLook, payees } = usePayees(batch);
  if (!mayLook) return null;
  const csv = (
    <Download size="xs" path="/api/batches/:reference/payees.csv" params={{ reference }}>
      Payees as CSV
    </Download>
  );
  return (
    <Card title={title} aside={payees.data?.whyNone === undefined && csv} flush>
      <Loaded query={payees} what="Payees">
        {(known) => <Known payees={known} />}
      </Loaded>
    </Card>
  );
}

function Known({ payees: { rows, digest, whyNone } }: { readonly payees: BatchPayees }) {
  const [only, setOnly] = useState('');
  if (whyNone !== undefined)
    return (
      <Note tone="danger" role="alert">
        {whyNone}
      </Note>
    );
  const filters = {
    'Only accounts that were never paid before': rows.filter(({ isNew }) => isNew),
    'Only rows like another row or a payment of the last 30 days': rows.filter(isRepeated),
  };
  const those = Object.entries(filters).find(([label]) => label === only)?.[1] ?? rows;
  return (
    <>
      {digest !== undefined && <p className="beside soft">The approval is for exactly these rows.</p>}
      {Object.entries(filters).map(([label, found]) => (
        <label key={label} className="row beside">
          <input
            type="checkbox"
            checked={only === label}
            onChange={(event) => setOnly(event.currentTarget.checked ? label : '')}
          />
          {`${label} (${found.length.toLocaleString('en-NG')})`}
        </label>
      ))}
      <DataTable label="Payees" className="cards" columns={COLUMNS} dense>
        {those.slice(0, SHOWN).map((payee) => (
          <PayeeRow key={payee.row} payee={payee} />
        ))}
      </DataTable>
      {those.length > SHOWN && (
        <p className="beside soft">{counted(those.length - SHOWN, 'row')} more; the CSV has all of them.</p>
      )}
    </>
  );
}

interface PayeeRowProps {
  readonly payee: Payee;
  readonly watch?: RefCallback<HTMLTableRowElement>;
}

/** Kept as it is while others come into view: a batch may have hundreds. */
const PayeeRow = memo(({ payee, watch }: PayeeRowProps) => (
  <Table.Tr ref={watch} data-row={payee.row}>
    <Table.Th scope="row" className="break">
      {payee.nameVerdict === 'match' ? payee.resolvedName : <Names payee={payee} />}
      {payee.accepted && (
        <span className="second">
          Let through by <Person subject={payee.accepted.by} />: {spoken(payee.accepted.why)}
          {payee.accepted.note !== undefined && `, “${payee.accepted.note}”`}
        </span>
      )}
      <Doubts payee={payee} />
    </Table.Th>
    <Table.Td className="amount">{nairaText(payee.amountKobo)}</Table.Td>
    <Table.Td>{accountIn(payee)}</Table.Td>
    <Table.Td className="amount">{payee.row}</Table.Td>
    <Table.Td className="break">{payee.remark}</Table.Td>
  </Table.Tr>
));

const accountIn = ({ bankName, bankCode, account }: Payee) => `${bankName ?? bankCode}, ${account}`;

/** Whether the account is new, and what else is or was paid to it in this amount. */
const Doubts = ({ payee }: { readonly payee: Payee }) => (
  <>
    {payee.isNew && (
      <Badge tone="attention" wraps>
        Never paid before
      </Badge>
    )}
    {payee.repeats !== undefined && (
      <Badge tone="attention" wraps>{`Same account and amount as row ${payee.repeats}`}</Badge>
    )}
    <Alike alike={payee.alike} amountKobo={payee.amountKobo} />
  </>
);

/** The payees of the rows that a proposed command names. */
export function ProposedRows({
  reference,
  rows: named,
}: {
  readonly reference: string;
  readonly rows: string;
}) {
  const { mayLook, payees } = usePayees({ reference, digest: undefined });
  const numbers = rowNumbersIn(named) ?? [];
  if (!mayLook) return null;
  return (
    <Loaded query={payees} what="Payees">
      {({ rows }) => (
        <DataTable label="Rows of this proposal" className="cards" columns={COLUMNS} dense>
          {rows
            .filter(({ row }) => numbers.includes(row))
            .map((payee) => (
              <PayeeRow key={payee.row} payee={payee} />
            ))}
        </DataTable>
      )}
    </Loaded>
  );
}

/** Who is paid by a row in question, and what to look at twice. */
export const QuestionedPayee = ({ payee }: { readonly payee: Payee }) => (
  <>
    <span className="second">{accountIn(payee)}</span>
    <Names payee={payee} />
    <Doubts payee={payee} />
  </>
);

/** Both names of a payee, with the words that differ. */
const Names = ({ payee }: { readonly payee: Payee }) => (
  <NameComparison given={payee.givenName} resolved={payee.resolvedName} verdict={payee.nameVerdict} />
);
