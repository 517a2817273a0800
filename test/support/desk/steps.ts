import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Browser } from './browser';

/** A document of the examples. */
export const exampleDocument = (name: string) => readFileSync(`examples/documents/${name}`);

/** Asks until the reply is as wished for. */
export async function until(
  what: () => Promise<Answer>,
  holds: (body: Answer['body']) => boolean,
  { everyMs = 200, withinMs = 90_000 } = {},
): Promise<Answer['body']> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { body } = await what();
    if (holds(body)) return body;
    if (performance.now() > deadline)
      throw new Error(`not within time: ${JSON.stringify(body).slice(0, 600)}`);
    await sleep(everyMs);
  }
}

/** Starts a payout as soon as the desk takes it: the worker of a busy machine may not have told its accounts yet. */
export const startPayout = (maker: Browser, file: object) =>
  until(
    () => maker.post('/api/payouts', file),
    ({ outcome }) => outcome === 'started',
  );

/** Gives a case a document, as the pages do. */
export const upload = (browser: Browser, path: string, content: Buffer, name = 'x.pdf') => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), name);
  return browser.post(`${path}/documents`, form);
};

interface LoanFile {
  readonly documents: readonly { readonly tag: string; readonly path: string }[];
}

/** Starts the loan of the examples under another reference, with its documents. */
export async function startLoan(officer: Browser, reference: string): Promise<Answer> {
  const input = JSON.parse(readFileSync('examples/loan-application.json', 'utf8')) as LoanFile;
  const path = `/api/cases/loan/${reference}`;
  const documents = await Promise.all(
    input.documents.map(async ({ tag, path: name }) => ({
      tag,
      sha256: (await upload(officer, path, exampleDocument(name))).body.sha256 as string,
    })),
  );
  return officer.post('/api/loans', { ...input, reference, documents });
}
