import { nairaCell } from '../../domain/money/amounts';
import { leafOf, levelsAbove } from '../../authority/merkle';
import { rowContent, type PayableRow, type Payee } from '../../domain/batch/approved-rows';
import { beneficiaryKey, paymentKey, repeats } from '../../domain/batch/rows';
import { matchNames } from '../../domain/names/matching';
import type { CaseCopy } from '../../records/projection/list';
import type { BatchPayee } from '../contract/starts';
import type { Person } from '../login/roles';
import { endOf, seesAccounts } from './details';

/** The viewer, and the desk's own knowledge: banks by their codes, and beneficiaries paid before. */
export interface PayeeKnowledge {
  readonly person: Pick<Person, 'roles'>;
  readonly banks: ReadonlyMap<string, string>;
  readonly paidBefore: ReadonlySet<string>;
  /** Payouts, and other batches with a row, like one of its rows (`of`). */
  readonly alike?: Awaited<ReturnType<CaseCopy['alike']>>;
}

/** The rows as approvers see them: those whose names differ first, then by amount, of equal ones the new first. */
export const payeesOf = (
  rows: readonly Payee[],
  { person, banks, paidBefore, alike = [] }: PayeeKnowledge,
): BatchPayee[] => {
  const repeated = repeats(rows, paymentKey);
  return rows
    .map((row, place) => {
      const { nameOnAccount: resolvedName, accepted } = row;
      const earlier = rows[(repeated.get(place + 1) ?? 0) - 1]?.row;
      const like = alike.filter(({ of }) => of === row.reference);
      return {
        ...{ row: row.row, reference: row.reference, amountKobo: row.amountKobo, remark: row.remark },
        ...{ givenName: row.accountName, bankCode: row.bankCode, bankName: banks.get(row.bankCode) },
        account: seesAccounts(person) ? row.accountNumber : `…${endOf(row.accountNumber)}`,
        ...(accepted && { accepted }),
        isNew: !paidBefore.has(beneficiaryKey(row)),
        ...(resolvedName !== undefined && {
          resolvedName,
          nameVerdict: matchNames(row.accountName, resolvedName),
        }),
        ...(earlier !== undefined && { repeats: earlier }),
        ...(like.length > 0 && { alike: like }),
      };
    })
    .toSorted(
      (one, other) =>
        Number(isDifferent(other)) - Number(isDifferent(one)) ||
        other.amountKobo - one.amountKobo ||
        Number(other.isNew) - Number(one.isNew) ||
        one.row - other.row,
    );
};

const isDifferent = ({ nameVerdict }: BatchPayee) => nameVerdict === 'mismatch';

/** Why these rows are not those of a digest, as a sentence; `undefined` if they are. */
export function payeesDiffer(content: unknown, rows: readonly Payee[]): string | undefined {
  if (!Array.isArray(content))
    return 'The desk cannot show the rows that are to be approved at the moment: look again in a while.';
  const [, , , , , , root] = content as readonly unknown[];
  return rootOf(rows) === root
    ? undefined
    : 'The rows that the batch tells are not those that are to be approved. Do not approve it; look again, and tell whoever runs the desk.';
}

/** The root of the tree of these rows; `undefined` if a name is not known yet. */
function rootOf(rows: readonly Payee[]): string | undefined {
  if (!rows.every((row): row is PayableRow => row.nameOnAccount !== undefined)) return undefined;
  const leaves = rows.map((row) => leafOf(rowContent(row, rows.length)));
  return levelsAbove(leaves).at(-1)?.[0]?.toString('base64url');
}

export const PAYEE_COLUMNS = ['row', 'name', 'bank', 'account', 'amount', 'remark'] as const;

/** A payee as a line of a file, with the account's name and last four digits, and the amount in naira. */
export const payeeLine = (payee: BatchPayee) => ({
  row: payee.row,
  name: payee.resolvedName ?? payee.givenName,
  bank: [payee.bankCode, payee.bankName].filter(Boolean).join(' '),
  account: `…${endOf(payee.account)}`,
  amount: nairaCell(payee.amountKobo),
  remark: payee.remark,
});
