import { condition } from '@temporalio/workflow';
import {
  beneficiaryKey,
  grouped,
  paymentKey,
  repeats,
  sliced,
  type BatchRow,
  type NumberedRow,
} from '../../domain/batch/rows';
import { matchNames } from '../../domain/names/matching';
import { attempt, firstOf, waitFor } from '../case/steps';
import type { BatchCase } from './batch-case';
import { batchChecks } from '../activity-proxies';

/** Accounts resolved by one activity: about as many calls as the bank allows in a quarter of an hour. */
const ACCOUNTS_AT_A_TIME = 100;

const REFERENCES_AT_A_TIME = 1_000;

/** Checks every row before it is paid: same payments, used references, names. */
export async function checkEveryRow(batch: BatchCase): Promise<void> {
  const { validated, input } = batch;
  if (!input.allowDuplicates)
    for (const row of repeats(validated.rows, paymentKey).keys()) validated.find(row, 'SAME_PAYMENT');
  await waitFor(batch, 'BATCH_CHECKS', async () => {
    await findUsedReferences(batch);
    await compareNames(batch, validated.rows);
  });
}

/** Lets people decide while rows are in question; they may have the bank asked once more. */
export async function settleQuestions(batch: BatchCase): Promise<void> {
  const { validated } = batch;
  while (validated.open.size > 0) {
    batch.enter('REVIEW');
    batch.startWaiting('BATCH_REVIEW');
    batch.raiseAttention(validated.questions().join('; '), ['acceptRows', 'excludeRows', 'retry', 'cancel']);
    const asksAgain = await decision(batch);
    batch.stopWaiting();
    if (!asksAgain) continue;
    batch.enter('CHECKING');
    await waitFor(batch, 'BATCH_CHECKS', () => compareNames(batch, validated.forgetRepeatable()));
  }
}

/** Waits until something was decided; true when the bank is to be asked again. */
function decision({ commands, validated }: BatchCase): Promise<boolean> {
  const { decisions } = validated;
  return firstOf(
    () => commands.ask('retry').then(() => true),
    () => condition(() => validated.decisions > decisions).then(() => false),
  );
}

async function findUsedReferences(batch: BatchCase): Promise<void> {
  const { validated, input } = batch;
  for (const rows of sliced(validated.rows, REFERENCES_AT_A_TIME)) {
    const references = rows.map(({ reference }) => reference);
    const used = await attempt(batch, 'Looking for used references', () =>
      batchChecks.findUsedReferences({ batch: input.reference, references }),
    );
    for (const { row, reference } of rows)
      if (used.includes(reference)) validated.find(row, 'REFERENCE_USED');
  }
}

/** Resolves each account once, however many rows it has, and compares the name of every row. */
async function compareNames(batch: BatchCase, rows: readonly NumberedRow[]): Promise<void> {
  for (const groups of sliced(grouped(rows, beneficiaryKey), ACCOUNTS_AT_A_TIME)) {
    const names = await resolve(
      batch,
      groups.flatMap((group) => group.slice(0, 1)),
    );
    groups.forEach((group, index) => {
      const name = names[index] ?? null;
      batch.rows.resolved(group, name);
      for (const row of group) compareName(batch, row, name);
    });
    batch.showAccounts();
  }
}

const resolve = (batch: BatchCase, rows: readonly BatchRow[]) =>
  attempt(batch, 'Resolving the beneficiaries', () =>
    batchChecks.resolveBeneficiaries({
      accounts: rows.map(({ bankCode, accountNumber, accountName }) => ({
        bankCode,
        accountNumber,
        accountName,
      })),
    }),
  );

function compareName({ validated, input }: BatchCase, row: NumberedRow, resolved: string | null): void {
  if (resolved === null) {
    validated.find(row.row, 'ACCOUNT_REFUSED');
    return;
  }
  const verdict = matchNames(row.accountName, resolved);
  if (verdict === 'mismatch') validated.find(row.row, 'NAME_MISMATCH');
  if (verdict !== 'close') return;
  validated.closeNames.add(row.row);
  if (input.policy.nameMatch === 'match') validated.find(row.row, 'NAME_CLOSE');
}
