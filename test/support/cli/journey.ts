import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type } from './terminal';

let made: Promise<string> | undefined;

/** The folder of the input files of one test file, made with the first of them. */
const folder = () => (made ??= mkdtemp(join(tmpdir(), 'journey-')));

/** Removes the input files. */
export async function removeFiles(): Promise<void> {
  await rm(await folder(), { recursive: true });
  made = undefined;
}

interface Input {
  reference: string;
  customer: { reference: string; bvn: string; nin?: string };
  application: { months: number };
  beneficiary: { accountName: string };
}

/** An example with a reference of its own. */
export async function fileOf(example: string, change: (input: Input) => void): Promise<string> {
  const input: Input = JSON.parse(await readFile(`examples/${example}.json`, 'utf8'));
  change(input);
  const path = join(await folder(), `${input.reference}.json`);
  await writeFile(path, JSON.stringify(input));
  return path;
}

/** A loan of a customer of its own, whose repayments need no officer. */
export const loanFile = (reference: string) =>
  fileOf('loan-application', (input) => {
    input.reference = reference;
    input.customer.reference = `CU-${reference}`;
    input.customer.bvn = `2230000${reference.replace(/\D/g, '').padStart(4, '0')}`;
    delete input.customer.nin;
    input.application.months = 2;
  });

/** The same file under the same reference, with another period. */
export async function changedCopy(path: string): Promise<string> {
  const input: Input = JSON.parse(await readFile(path, 'utf8'));
  input.application.months = 3;
  const copy = `${path}.changed.json`;
  await writeFile(copy, JSON.stringify(input));
  return copy;
}

/** Generous, for machines that do much else. */
const SHOWN_WITHIN_MS = 100_000;

export async function until(line: string, isThere: (out: string) => boolean): Promise<string> {
  for (const began = performance.now(); performance.now() - began < SHOWN_WITHIN_MS;) {
    const { out } = await type(line);
    if (isThere(out)) return out;
    await sleep(200);
  }
  throw new Error(`${line} never showed it, but: ${(await type(line)).out}`);
}

export const untilStage = (reference: string, stage: string) =>
  until(`loan show ${reference}`, (out) => out.includes(`(${stage})`));
