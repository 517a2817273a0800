import { readFileSync } from 'node:fs';
import type { Answer, Browser } from '../../desk/browser';
import { exampleDocument, until, upload } from '../../desk/steps';
import { borrowerOf } from './people';

/** The loans of the day, by what they are there for. */
export const LOANS = {
  rejected: 'LN-1001',
  statement: 'LN-1002-SIM-statement-fails',
  offer: 'LN-1003',
  contested: 'LN-1004',
  many: ['LN-1005', 'LN-1006', 'LN-1007'],
  resolution: 'LN-1008',
  guarantor: 'LN-1009-SIM-guarantor',
  declined: 'LN-1010-SIM-declined',
  repaying: 'LN-1011',
  late: 'LN-1012-SIM-pays-never',
  promised: 'LN-1013-SIM-pays-never',
  charged: 'LN-1014-SIM-charge',
  closed: 'LN-1015-SIM-pays-early',
  kano: 'LN-1016',
} as const;

/** The rejected borrower: the family name begins with a letter that keyboards lack. */
export const REJECTED = borrowerOf(1001, '99999901001', '\u018aanjuma');

const file = JSON.parse(readFileSync('examples/loan-application.json', 'utf8')) as {
  readonly customer: object;
  readonly application: object;
  readonly bankStatement: object;
  readonly documents: readonly { readonly tag: string; readonly path: string }[];
};

/** Starts a loan with its documents; its borrower has the number in the reference. */
async function begin(officer: Browser, reference: string): Promise<void> {
  const place = Number(/\d+/.exec(reference)?.[0]);
  const borrower = reference === LOANS.rejected ? REJECTED : borrowerOf(place);
  const path = `/api/cases/loan/${reference}`;
  const documents = await Promise.all(
    file.documents.map(async ({ tag, path: name }) => ({
      tag,
      sha256: (await upload(officer, path, exampleDocument(name))).body.sha256 as string,
    })),
  );
  const { status, text } = await officer.post('/api/loans', {
    ...{ ...file, reference, documents },
    customer: { ...file.customer, ...borrower },
    application: { ...file.application, amountKobo: 40_000_000 + place * 100_000 },
    bankStatement: { ...file.bankStatement, phone: borrower.phone },
  });
  if (status !== 200) throw new Error(`${reference} is not started: ${text}`);
}

/** Starts all of them, and brings each to where the day begins with it. */
export async function seedLoans(officer: Browser, otherOfficer: Browser): Promise<void> {
  const { many, kano, ...single } = LOANS;
  const ofOfficer = [...many, ...Object.values(single)];
  await Promise.all([...ofOfficer.map((reference) => begin(officer, reference)), begin(otherOfficer, kano)]);
  await Promise.all([
    atStage(officer, LOANS.rejected, (page) => page.attention !== undefined),
    atStage(officer, LOANS.statement, (page) => page.attention !== undefined),
    ...[LOANS.offer, LOANS.contested, ...many].map((one) => atOffer(officer, one)),
    toResolution(officer, LOANS.resolution),
    ...[LOANS.repaying, LOANS.late, LOANS.promised, LOANS.charged, LOANS.closed].map((one) =>
      toDisbursement(officer, one),
    ),
  ]);
}

/** Many cases begin at once, on a machine that may have other work. */
const PATIENT = { everyMs: 1_000, withinMs: 600_000 };

const pathOf = (reference: string) => `/api/cases/loan/${reference}`;

const atStage = (person: Browser, reference: string, holds: (page: Answer['body']) => boolean) =>
  until(() => person.get(pathOf(reference)), holds, PATIENT);

const atOffer = (officer: Browser, reference: string) =>
  atStage(officer, reference, ({ stage }) => stage === 'OFFER');

async function toResolution(officer: Browser, reference: string): Promise<void> {
  await atOffer(officer, reference);
  await give(officer, reference, 'acceptOffer', {});
  await atStage(officer, reference, ({ waiting }) => waiting?.for === 'BOARD_RESOLUTION');
}

async function toDisbursement(officer: Browser, reference: string): Promise<void> {
  await toResolution(officer, reference);
  const { body } = await upload(officer, pathOf(reference), exampleDocument('board-resolution.pdf'));
  await give(officer, reference, 'submitBoardResolution', { document: body.sha256 });
  await atStage(officer, reference, ({ ended, stage }) => ended || /DISBURSED|REPAY/.test(stage));
}

async function give(officer: Browser, reference: string, command: string, fields: object): Promise<void> {
  const { status, text } = await officer.post(`${pathOf(reference)}/commands/${command}`, { fields });
  if (status !== 200) throw new Error(`${reference}, ${command}: ${text}`);
}
