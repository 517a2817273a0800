import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderStore } from '../../../src/activities/documents/store';
import { inspect } from '../../../stack/inspected-document';
import { FILE_TYPES } from '../../../src/bank/contract/limits';
import { enrolmentInput } from '../../../src/domain/enrolment/input';
import { payoutInput } from '../../../src/domain/payout/input';
import { holderOf } from '../../../sandbox/money/banks';
import { readInputFile, readLoanFile } from '../../../src/cli/files/input-file';

const store = folderStore('examples/documents');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'input-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(content: unknown): Promise<string> {
  const path = join(folder, 'input.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const example = async () => JSON.parse(await readFile('examples/loan-application.json', 'utf8'));

test.each(['loan-application', 'loan-sole-proprietor'])(
  'the example %s can be used as it is',
  async (name) => {
    const { documents } = await readLoanFile(`examples/${name}.json`, store);
    for (const { path, sha256 } of documents) expect(sha256).toBe((await inspect(store, path)).sha256);
  },
);

test('the example payout goes to whom the sandbox resolves', async () => {
  const { beneficiary } = await readInputFile('examples/payout.json', payoutInput);
  expect(beneficiary.accountName).toBe(holderOf(beneficiary.bankCode, beneficiary.accountNumber));
});

test('the example enrolment can be used as it is', async () => {
  expect((await readInputFile('examples/enrolment.json', enrolmentInput)).customer.reference).toBe('CU-0003');
});

test('the sample documents are what the bank takes, and small', async () => {
  for (const name of await readdir('examples/documents')) {
    const { contentType, sizeBytes } = await inspect(store, name);
    expect(FILE_TYPES).toContain(contentType);
    expect(sizeBytes).toBeLessThan(2_048);
  }
});

test('all problems come at once, each with its field and what was expected', async () => {
  const given = await example();
  given.customer.bvn = '123';
  given.customer.dateOfBirth = '31.1.1990';
  given.application.months = 9;
  given.colour = 'red';
  given.underwriting.profile.businessStartDate = '2190-01-31';
  given.documents.push({ tag: 'TAX_RETURNS_DOCS', path: 'nowhere.pdf' });
  await expect(readLoanFile(await file(given), store)).rejects.toMatchObject({
    kind: 'usage',
    problems: [
      'customer.dateOfBirth must be a date, YYYY-MM-DD',
      'customer.bvn must be 11 numbers long',
      'application.months must be at most 6',
      'underwriting.profile.businessStartDate must not lie in the future',
      'unknown fields: colour',
      'documents.4: nowhere.pdf: the document is not in the store',
    ],
  });
});

test('problems name fields, never values', async () => {
  const given = { ...(await example()), reference: 'Test Borrower 22123456789' };
  await expect(readLoanFile(await file(given), store)).rejects.toMatchObject({
    message: expect.not.stringContaining('22123456789'),
  });
});

test('documents outside the store, too large, of another type or changed are refused', async () => {
  await writeFile(join(folder, 'notes.txt'), 'notes');
  await writeFile(join(folder, 'large.pdf'), '%PDF-1.4');
  await truncate(join(folder, 'large.pdf'), 10 * 1024 * 1024 + 1);
  await writeFile(join(folder, 'fine.pdf'), '%PDF-1.4');
  const given = await example();
  given.documents = [
    { tag: 'ID_CARD_DOCS', path: '../outside.pdf' },
    { tag: 'ID_CARD_DOCS', path: 'large.pdf' },
    { tag: 'ID_CARD_DOCS', path: 'notes.txt' },
    { tag: 'ID_CARD_DOCS', path: 'fine.pdf', sha256: 'a'.repeat(64) },
  ];
  await expect(readLoanFile(await file(given), folderStore(folder))).rejects.toMatchObject({
    problems: [
      'documents.0: ../outside.pdf: the document is not in the store',
      'documents.1: large.pdf: the document is larger than 10 MB',
      'documents.2: notes.txt: the document is neither a PDF nor a JPEG or PNG image',
      'documents.3: fine.pdf: the document in the store has another sha256',
    ],
  });
});

test.each([
  ['{"reference": }', 'not JSON: line 1, column 15: from here on it is not JSON'],
  ['[]', 'expected object, received array'],
])('%s is no loan: %s', async (content, problem) => {
  await expect(readLoanFile(await file(content), store)).rejects.toThrow(problem);
});

test('a file that is not there is said to be not there', async () => {
  await expect(readInputFile(join(folder, 'none.json'), payoutInput)).rejects.toThrow(
    'there is no such file',
  );
});
