import type { BatchRow } from '../../../src/domain/batch/rows';
import type { BatchFile } from '../../../src/domain/batch/input';
import { holderOf } from '../../../sandbox/money/banks';

let made = 0;

/** The account that pays. */
export const SOURCE = '9000000001';

/** Rows to different accounts, each under the name that the sandbox resolves. */
export function batchRows(count: number, prefix = `BP${(made += 1)}`): BatchRow[] {
  return Array.from({ length: count }, (_, index) => {
    const accountNumber = String(1_000_000_000 + index);
    return {
      reference: `${prefix}-${index + 1}`,
      amountKobo: 20_000 + index,
      bankCode: '901',
      bankName: 'Almond Bank',
      accountNumber,
      accountName: holderOf('901', accountNumber),
      remark: 'Salary',
    };
  });
}

/** The same row to the account whose last two digits choose the course it takes. */
export function rowTo(row: BatchRow, code: string): BatchRow {
  const accountNumber = `00000000${code}`;
  return { ...row, accountNumber, accountName: holderOf(row.bankCode, accountNumber) };
}

/** A batch of these rows, another one each time. */
export const batchFile = (payouts: BatchRow[], more: Partial<BatchFile> = {}): BatchFile => ({
  reference: `BT-${(made += 1)}`,
  createdBy: 'maker-1',
  source: { accountNumber: SOURCE },
  payouts,
  ...more,
});
