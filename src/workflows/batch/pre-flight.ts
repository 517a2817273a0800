import { CancellationScope, condition } from '@temporalio/workflow';
import {
  beneficiaryKey,
  grouped,
  paymentKey,
  repeats,
  sliced,
  type BatchRow,
  type NumberedRow,
} from '../../domain/batch-rows';
import { matchNames } from '../../domain/name-matching';
import { attempt, waitFor } from '../case/steps';
import type { BatchCase } from './batch-case';
import { checks } from './checks';

/** Accounts resolved by one activity: about as many calls as the service allows in a quarter of an hour. */
const ACCOUNTS_AT_A_TIME = 100;

const REFERENCES_AT_A_TIME = 1_000;

/** Finds out about every row whatever can be known before it is paid. */
export async function checkEveryRow(batch: BatchCase): Promise<void> {
  const { register, head } = batch;
  if (!head.allowDuplicates)
    for (const row of repeats(register.rows, paymentKey).keys()) register.find(row, 'SAME_PAYMENT');
  await waitFor(batch, 'BATCH_CHECKS', async () => {
    await findUsedReferences(batch);
    await compareNames(batch, register.rows);
  });
}

/** As long as rows are in question, people decide; the service may be asked about them once more. */
export async function settleQuestions(batch: BatchCase): Promise<void> {
  const { file, register } = batch;
  while (register.open.size > 0) {
    file.enter('REVIEW');
    file.startWaiting('BATCH_REVIEW');
    file.raiseAttention(register.questions().join('; '), ['acceptRows', 'excludeRows', 'retry', 'cancel']);
    const asksAgain = await decision(batch);
    file.stopWaiting();
    if (!asksAgain) continue;
    file.enter('CHECKING');
    await waitFor(batch, 'BATCH_CHECKS', () => compareNames(batch, register.forgetRepeatable()));
  }
}

/** Waits until something was decided; true when the service is to be asked again. */
async function decision({ desk, register }: BatchCase): Promise<boolean> {
  const asked = register.questions().join();
  const turn = new CancellationScope();
  try {
    return await turn.run(() =>
      Promise.race([
        desk.ask('retry').then(() => true),
        condition(() => register.questions().join() !== asked).then(() => false),
      ]),
    );
  } finally {
    turn.cancel();
  }
}

async function findUsedReferences(batch: BatchCase): Promise<void> {
  const { register, head } = batch;
  for (const rows of sliced(register.rows, REFERENCES_AT_A_TIME)) {
    const references = rows.map(({ reference }) => reference);
    const used = await attempt(batch, 'Looking for used references', () =>
      checks.findUsedReferences({ batch: head.reference, references }),
    );
    for (const { row, reference } of rows) if (used.includes(reference)) register.find(row, 'REFERENCE_USED');
  }
}

/** Resolves each account once, however many rows it has, and compares the name of every row. */
async function compareNames(batch: BatchCase, rows: readonly NumberedRow[]): Promise<void> {
  for (const accounts of sliced(grouped(rows, beneficiaryKey), ACCOUNTS_AT_A_TIME)) {
    const names = await resolve(
      batch,
      accounts.flatMap((group) => group.slice(0, 1)),
    );
    accounts.forEach((group, place) => {
      for (const row of group) compareName(batch, row, names[place] ?? null);
    });
    batch.file.facts.accountsResolved = Number(batch.file.facts.accountsResolved ?? 0) + accounts.length;
    batch.file.publish();
  }
}

const resolve = (batch: BatchCase, rows: readonly BatchRow[]) =>
  attempt(batch, 'Resolving the beneficiaries', () =>
    checks.resolveBeneficiaries({
      accounts: rows.map(({ bankCode, accountNumber, accountName }) => ({
        bankCode,
        accountNumber,
        accountName,
      })),
    }),
  );

function compareName({ register, names, head }: BatchCase, row: NumberedRow, resolved: string | null): void {
  if (resolved === null) {
    register.find(row.row, 'ACCOUNT_REFUSED');
    return;
  }
  names.set(beneficiaryKey(row), resolved);
  const verdict = matchNames(row.accountName, resolved);
  if (verdict === 'mismatch') register.find(row.row, 'NAME_MISMATCH');
  if (verdict === 'close' && head.policy.nameMatch === 'match') register.find(row.row, 'NAME_CLOSE');
}
