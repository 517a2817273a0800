import { counted } from '../format/words';

/** Payouts and batches. */
export const payouts = {
  about: 'Single payouts and batches, the longest waiting first.',
  newPayout: 'New payout',
  newBatch: 'New batch',
  kinds: { all: 'All', payout: 'Payouts', batch: 'Batches', flush: 'Flushes', limits: 'Transfer limits' },
  kindsLabel: 'Kinds',
  open: 'Open',
  ended: 'Ended',
  states: 'Open or ended',
  table: 'Payouts and batches',
  empty: 'There are none',
  emptyAbout: 'Start a payout or a batch; it stands here at once.',
} as const;

/** A new batch. */
export const newBatch = {
  about:
    'Upload the rows, correct what is wrong in place, freeze. After that nothing in it changes, and another person approves it.',
  file: 'Drop the CSV file here',
  fileHint:
    'Columns reference, amountKobo, bankCode, bankName, accountNumber, accountName, remark; UTF-8; up to 5,000 rows',
  otherFile: 'Take another file',
  checking: 'Checking the rows',
  problems: (count: number) => (count === 0 ? 'Nothing is wrong with the rows' : counted(count, 'problem')),
  problemsTable: 'Problems',
  columns: { line: 'Line', column: 'Column', problem: 'Problem' },
  rows: 'Rows',
  onlyWrong: 'Only rows with problems',
  cell: (column: string, line: number) => `${column} of line ${line}`,
  more: (count: number) => `${counted(count, 'row')} more are not shown; all of them are part of the batch.`,
  totals: 'What the rows come to',
  total: 'Total',
  rowsCount: 'Rows',
  largest: 'Largest',
  beneficiaries: 'Beneficiaries',
  warnings: 'Look at these; they may be meant',
  reference: 'Reference of the batch',
  referenceAbout: 'Your own id; it is never used twice',
  source: 'Account that pays',
  sourceAbout: '10 digits',
  allowDuplicates: 'Rows with the same beneficiary and amount are meant',
  salaries: 'All rows are salaries, which cost no stamp duty',
  freeze: 'Freeze the batch',
  checkAgain: 'Check again',
  unchecked: 'Changed since the last check',
  notCsv: 'This is not a CSV file of text.',
} as const;

/** A batch that runs. */
export const batch = {
  progress: 'Progress',
  done: (done: number, total: number) =>
    `${done.toLocaleString('en-NG')} of ${counted(total, 'row')} have their result`,
  left: (duration: string) => `about ${duration} left, as the rate limit allows`,
  results: 'Results',
  table: 'Rows of the batch',
  csv: 'Results as CSV',
  columns: {
    row: 'Row',
    reference: 'Reference',
    amount: 'Amount',
    status: 'Status',
    fee: 'Fee',
    reason: 'Reason',
  },
  filter: 'Status',
  everything: 'All',
  more: (count: number) => `${counted(count, 'row')} more; the CSV has all of them.`,
} as const;
