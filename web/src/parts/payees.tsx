import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchPayees } from '../../../src/desk/contract';
import { addressOf } from '../api/client';
import { batchPayeesQuery } from '../api/queries';
import { useSession } from '../api/session';
import { nairaText } from '../format/money';
import { counted } from '../format/words';
import { Badge, Card, DataTable, Note } from './frames';
import { Loaded } from './loaded';
import { NameComparison } from './name-comparison';

/** Most rows shown at once; the CSV has all of them. */
const SHOWN = 200;

interface PayeesProps {
  readonly reference: string;
  /** The digest of the open approval. */
  readonly digest: string | undefined;
}

/** The payees of a batch, largest amount first; while it waits for approval, only those under its digest. */
export default function Payees({ reference, digest }: PayeesProps) {
  const mayLook = useSession().data?.mayUse.includes('batchPayees') === true;
  const payees = useQuery({ ...batchPayeesQuery(reference, digest), enabled: mayLook });
  if (!mayLook) return null;
  const csv = (
    <Button
      size="xs"
      variant="default"
      component="a"
      href={addressOf('/api/batches/:reference/payees.csv', { params: { reference } })}
      download
    >
      Payees as CSV
    </Button>
  );
  return (
    <Card title="Payees" aside={payees.data?.whyNone === undefined && csv} flush>
      <Loaded query={payees} what="Payees">
        {(known) => <Known payees={known} />}
      </Loaded>
    </Card>
  );
}

function Known({ payees: { rows, digest, whyNone } }: { readonly payees: BatchPayees }) {
  const [onlyNew, setOnlyNew] = useState(false);
  if (whyNone !== undefined)
    return (
      <Note tone="danger" role="alert">
        {whyNone}
      </Note>
    );
  const fresh = rows.filter(({ isNew }) => isNew);
  const those = onlyNew ? fresh : rows;
  return (
    <>
      {digest !== undefined && (
        <p className="beside soft">What is to be approved is for exactly these rows.</p>
      )}
      <label className="row beside">
        <input
          type="checkbox"
          checked={onlyNew}
          onChange={(event) => setOnlyNew(event.currentTarget.checked)}
        />
        {`Only accounts that were never paid before (${fresh.length.toLocaleString('en-NG')})`}
      </label>
      <DataTable
        label="Payees"
        className="cards"
        columns={['Payee', ['Amount', 'amount'], 'Bank and account', ['Row', 'amount'], 'Remark']}
        dense
      >
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

type Payee = BatchPayees['rows'][number];

const PayeeRow = ({ payee }: { readonly payee: Payee }) => (
  <Table.Tr>
    <Table.Th scope="row" className="break">
      {payee.nameVerdict === 'match' ? payee.resolvedName : <Names payee={payee} />}
      {payee.isNew && <Badge tone="attention">Never paid before</Badge>}
    </Table.Th>
    <Table.Td className="amount">{nairaText(payee.amountKobo)}</Table.Td>
    <Table.Td>
      {payee.bankName ?? payee.bankCode}, {payee.account}
    </Table.Td>
    <Table.Td className="amount">{payee.row}</Table.Td>
    <Table.Td className="break">{payee.remark}</Table.Td>
  </Table.Tr>
);

/** Both names of a payee, with the words that differ. */
export const Names = ({ payee }: { readonly payee: Payee }) => (
  <NameComparison given={payee.givenName} resolved={payee.resolvedName} verdict={payee.nameVerdict} />
);
