import type { Client } from '@temporalio/client';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectRecords } from '../../src/records/connection';
import { log, type Row } from '../report';
import { Search } from './encodings';
import { recordsOf, typeBeside } from './erasing';
import { CUSTOMER, REPAID_LOAN } from './lives';
import { persons } from './marks';
import type { StackProcess } from './stack-process';
import { readWithKeys } from './with-keys';

/** The marks of the customer of the repaid loan, the guarantor's among them, and those of the other borrower. */
const ofCustomer = [persons.customer, persons.guarantor].flatMap((person) => Object.values(person));
const ofOther = Object.values(persons.declining);

/** Fewer would not show that the search finds anything. */
const HUNDREDS = 200;
const PATIENCE_MS = 60_000;

/** Erases one customer by the command line, and counts with all keys what was there before and is there afterwards. */
export async function eraseCustomer(stack: StackProcess, client: Client): Promise<Row> {
  leaveDocument(stack);
  const owner = connectRecords(recordsOf(stack).DATABASE_MIGRATION_URL ?? '', PATIENCE_MS);
  try {
    const count = (marks: readonly string[]) => countOf(marks, stack, client, owner);
    const [before, others] = [await count(ofCustomer), await count(ofOther)];
    const line = ['erase', CUSTOMER, '--reason', 'CUSTOMER_REQUEST', '--yes'];
    const erased = await typeBeside(stack, ...line);
    log(erased.code === 0 ? erased.out : `  erase ended with ${erased.code}: ${erased.err}`);
    const [after, othersAfter] = [await count(ofCustomer), await count(ofOther)];
    const verified = await typeBeside(stack, 'audit', 'verify');
    if (verified.code !== 0) log(`${verified.out}${verified.err}`);
    const auditVerifies = verified.code === 0;
    return {
      fields: { before, after, auditVerifies, othersBefore: others, othersAfter },
      holds: before >= HUNDREDS && after === 0 && auditVerifies && others > 0 && others === othersAfter,
    };
  } finally {
    await owner.end();
  }
}

/** One more document: the loan does not name it, only its folder tells whose it is. */
function leaveDocument({ documents }: StackProcess): void {
  const folder = join(documents, REPAID_LOAN);
  mkdirSync(folder);
  writeFileSync(join(folder, 'letter.txt'), ofCustomer.join(' '));
}

async function countOf(
  marks: readonly string[],
  { documents }: StackProcess,
  client: Client,
  owner: Parameters<typeof readWithKeys>[1],
): Promise<number> {
  const search = new Search(marks);
  let sum = 0;
  for (const [place, contents] of Object.entries(await readWithKeys(client, owner, documents))) {
    const counts = contents.flatMap((content) => [...search.in(content).values()]);
    const found = counts.reduce((total, each) => total + each, 0);
    log(`  ${place}: ${found}`);
    sum += found;
  }
  return sum;
}
