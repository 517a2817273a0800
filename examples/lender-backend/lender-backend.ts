// A lender's back office: it starts a loan with its documents, gives the borrower's answers, waits until the loan is
// disbursed, and orders a payout. The loan must need no board resolution, as examples/loan-sole-proprietor.json.
// docs/CLIENT.md says how to compile it.
//   DESK_URL=… TOKEN_URL=… CLIENT_ID=… CLIENT_SECRET=… node lender-backend.js LOAN.json DOCUMENTS PAYOUT.json
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type components, type operations } from 'lending-payouts-orchestrator/client';

type Body<N extends 'startLoan' | 'startPayout'> =
  operations[N]['requestBody']['content']['application/json'];
type Changes = NonNullable<operations['cases']['parameters']['query']>;
type Problem = components['schemas']['Problem'];

/** The loan as its file has it: each document by its name in the folder. */
type LoanFile = Body<'startLoan'> & { documents: { path: string }[] };

const SIZE = 50;
/** A list of changes is a few seconds behind. */
const LOOK_EVERY_MS = 1_000;

function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} must be set.`);
  return value;
}

const url = given('DESK_URL');

/** A token of the login provider, kept until a minute before its end. */
const held = { token: '', until: 0 };
async function token(): Promise<string> {
  if (Date.now() < held.until) return held.token;
  const basic = Buffer.from(`${given('CLIENT_ID')}:${given('CLIENT_SECRET')}`).toString('base64');
  const reply = await fetch(given('TOKEN_URL'), {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: url }),
  });
  if (!reply.ok) throw new Error(`The login provider gives no token (${reply.status}).`);
  const { access_token, expires_in } = (await reply.json()) as { access_token: string; expires_in: number };
  held.token = access_token;
  held.until = Date.now() + (expires_in - 60) * 1_000;
  return access_token;
}

const desk = createClient({ url, token });

/** What the desk has answered. @throws Error with the sentence of a refusal */
function told<T>({ data, error }: { data?: T; error?: Problem }): T {
  if (data !== undefined) return data;
  throw new Error(error ? `${error.title}: ${error.detail}` : 'The desk answers with nothing.');
}

/** A write that a restarted program repeats has the same key, and takes effect once. */
const under = (id: string) => ({ 'Idempotency-Key': id });

async function upload(reference: string, folder: string, path: string): Promise<string> {
  const file = new File([await readFile(join(folder, path))], path);
  const at = { kind: 'loan', reference } as const;
  const reply = await desk.POST('/api/cases/{kind}/{reference}/documents', {
    params: { path: at },
    body: { file },
  });
  return told(reply).sha256;
}

/** The documents come first, under the reference that the loan will have. */
async function startLoan({ documents, ...loan }: LoanFile, folder: string): Promise<void> {
  const uploaded = [];
  for (const { path, tag } of documents)
    uploaded.push({ tag, sha256: await upload(loan.reference, folder, path) });
  const reply = await desk.POST('/api/loans', {
    params: { header: under(`start-${loan.reference}`) },
    body: { ...loan, documents: uploaded },
  });
  console.log(`The loan ${loan.reference} is ${told(reply).outcome}.`);
}

/** What the borrower has answered, given in the name of this program. */
async function answer(reference: string, command: 'acceptOffer' | 'agreeToTerms'): Promise<void> {
  const reply = await desk.POST(`/api/cases/loan/{reference}/commands/${command}`, {
    params: { path: { reference }, header: under(randomUUID()) },
    body: {},
  });
  console.log(`${command}: taken at ${told(reply).acceptedAt}.`);
}

/** Every change of a case since an instant, the oldest first, for as long as somebody asks. */
async function* changesOf(reference: string, since: string) {
  for (let from: Changes = { changedSince: since }; ;) {
    const query: Changes = { tab: 'all', kind: 'loan', q: reference, size: SIZE, ...from };
    const { rows, next } = told(await desk.GET('/api/cases', { params: { query } }));
    yield* rows.filter((row) => row.reference === reference);
    from = next === undefined ? from : { cursor: next };
    if (rows.length < SIZE) await sleep(LOOK_EVERY_MS);
  }
}

/** Answers what the loan waits for, until it is disbursed. @throws Error where it ends otherwise */
async function untilDisbursed(reference: string, since: string): Promise<void> {
  for await (const { stageTitle, waiting, disbursedAt, ended } of changesOf(reference, since)) {
    console.log(`${reference}: ${stageTitle}`);
    if (disbursedAt !== undefined) return;
    if (ended) throw new Error(`The loan ${reference} has ended as ${stageTitle}.`);
    if (waiting?.for === 'OFFER_ANSWER') await answer(reference, 'acceptOffer');
    if (waiting?.for === 'TERMS') await answer(reference, 'agreeToTerms');
  }
}

async function pay(payout: Body<'startPayout'>): Promise<void> {
  const reply = await desk.POST('/api/payouts', {
    params: { header: under(`pay-${payout.reference}`) },
    body: payout,
  });
  console.log(`The payout ${payout.reference} is ${told(reply).outcome}.`);
}

const read = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T;

async function main([loanFile = '', folder = '', payoutFile = '']: readonly string[]): Promise<void> {
  const since = new Date(Date.now() - 60_000).toISOString();
  const loan = await read<LoanFile>(loanFile);
  await startLoan(loan, folder);
  await untilDisbursed(loan.reference, since);
  console.log(`The loan ${loan.reference} is disbursed.`);
  await pay(await read<Body<'startPayout'>>(payoutFile));
}

await main(process.argv.slice(2));
