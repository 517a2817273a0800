import { createHash } from 'node:crypto';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Search } from '../../../chaos/canaries/encodings';
import {
  createSimulatedOperators,
  unwilling,
  willing,
  type Answers,
} from '../../../chaos/simulated-operators';
import { boardResolution, sample } from '../../../chaos/payouts';
import { valuesOf } from '../../../src/cases/erasure';
import { followCase } from '../../../src/cases/follow';
import { startCase } from '../../../src/cases/start';
import { loanInput, type LoanFile } from '../../../src/domain/loan/input';
import { ExportFile, signHeads } from '../../../src/records/checkpoints/signer';
import { connectRecords } from '../../../src/records/connection';
import { createAuditKeys, readWritersAuditKeys, readSignerKey } from '../../../src/records/audit-key-files';
import { openRecords, type OpenRecords } from '../../../src/records/records';
import { startTestEnvironment, type TestEnvironment } from '../../support/cli/environment';
import { type } from '../../support/cli/terminal';
import { newDatabase } from '../../support/records/database';
import { kinds } from '../../../src/domain/kinds';

const PATIENCE_MS = 150_000;
const persons = {
  erased: {
    ...{ reference: 'CU-ERASED', firstName: 'Zainabquartz', lastName: 'Verglassonova' },
    ...{
      email: 'zainabquartz@verglasson.example',
      phone: '08099887766',
      bvn: '22998877665',
      nin: '33998877661',
    },
  },
  kept: {
    ...{ reference: 'CU-KEPT', firstName: 'Olivinette', lastName: 'Peridotsen' },
    ...{ email: 'olivinette@peridot.example', phone: '08055443322', bvn: '22887766554', nin: '33887766552' },
  },
};
type Person = keyof typeof persons;

let folder: string;
let environment: TestEnvironment;
let records: OpenRecords;
let owner: ReturnType<typeof connectRecords>;
const before = { ...process.env };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'erase-'));
  const { keyFile, signerKeyFile, signerPublicKeyFile } = await createAuditKeys(join(folder, 'keys'));
  const { url, ownerUrl } = await newDatabase();
  const store = join(folder, 'documents');
  Object.assign(process.env, {
    ...{ DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl, RECORDS: 'on', AUTHORITY: 'open' },
    ...{ AUDIT_KEY_FILE: keyFile, AUDIT_SIGNER_KEY_FILE: signerPublicKeyFile },
    ...{ DOCUMENTS_DIR: store, STARTER_ACTOR: 'officer-7' },
  });
  records = openRecords({ url, ownerUrl }, readWritersAuditKeys(keyFile));
  await records.prepare();
  owner = connectRecords(ownerUrl);
  mkdirSync(store);
  environment = await startTestEnvironment(undefined, { records, documents: store });
  process.env['TEMPORAL_ADDRESS'] = environment.address;
  await environment.startWorkers();
  sign = async () => {
    await signHeads(owner, await readSignerKey(signerKeyFile), await ExportFile.open(join(folder, 'heads')));
  };
}, 120_000);
afterAll(async () => {
  await environment.stop();
  await Promise.all([records.close(), owner.end()]);
  process.env = before;
  rmSync(folder, { recursive: true });
});
let sign: () => Promise<void>;

/** Documents in the folder of their loan, and one without a folder, whose content holds marks of the person. */
function documentsOf(person: Person, loan: string): LoanFile['documents'] {
  const store = join(folder, 'documents');
  mkdirSync(join(store, loan));
  return ([...sample('loan-application').documents, boardResolution()] as { tag: never; path: string }[]).map(
    ({ tag, path: from }, place) => {
      const path = place === 0 ? `${loan}.png` : `${loan}/${from}`;
      const marks = Object.values(persons[person]).slice(1).join(' ');
      const content = Buffer.concat([readFileSync(join('examples/documents', from)), Buffer.from(marks)]);
      writeFileSync(join(store, path), content);
      return { tag, path, sha256: createHash('sha256').update(content).digest('hex') };
    },
  );
}

/** A loan from its application to its end. */
async function lend(person: Person, loan: string, answers: Answers): Promise<string> {
  const example = sample('loan-application');
  const file = loanInput.parse({
    ...example,
    reference: loan,
    customer: { ...example.customer, ...persons[person] },
    application: { ...example.application, months: 1 },
    documents: documentsOf(person, loan),
    policy: { repayment: { mode: 'charge' }, deadlines: { BANK_STATEMENT: 8_760 } },
  });
  const { client } = environment;
  const { workflowId } = await startCase(client, kinds.loan, file);
  const onChange = createSimulatedOperators(client, workflowId, answers);
  return (
    await followCase(client, kinds.loan, file.reference, {
      everyMs: 300,
      onChange,
      signal: AbortSignal.timeout(120_000),
    })
  ).stage;
}

/** How often the marks of a person stand in what can be read with all keys: cases, records and documents. */
async function marksOf(person: Person): Promise<number> {
  const { reference: _reference, ...marks } = persons[person];
  const search = new Search(Object.values(marks));
  let sum = 0;
  for (const content of await everything())
    for (const count of search.in(Buffer.from(content)).values()) sum += count;
  return sum;
}

async function everything(): Promise<(string | Buffer)[]> {
  const { workflow } = environment.client;
  const found: (string | Buffer)[] = [];
  for await (const run of workflow.list()) {
    found.push(JSON.stringify([run.workflowId, run.typedSearchAttributes.getAll(), run.memo]));
    found.push(JSON.stringify(await valuesOf(environment.client, run)));
  }
  for (const table of ['audit_entry', 'audit_detail', 'money_effect'])
    found.push(JSON.stringify((await owner.query(`SELECT * FROM ${table}`)).rows));
  const store = join(folder, 'documents');
  for (const path of readdirSync(store, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(store, path)).isFile()) found.push(readFileSync(join(store, path)));
  return found;
}

const details = async () =>
  (await owner.query('SELECT case_id FROM audit_detail')).rows as { case_id: string }[];
const erase = 'erase CU-ERASED --reason CUSTOMER_REQUEST --yes --json';

test(
  'a customer who is erased is found nowhere with all keys, another one stays, and the audit verifies',
  async () => {
    const note = `${persons.erased.lastName} has agreed`;
    const loans = Promise.all([
      lend('erased', 'LN-ERASED-1-SIM-guarantor-SIM-charge', {
        ...willing,
        acceptOffer: { role: 'borrower', fields: { note } },
      }),
      lend('erased', 'LN-ERASED-2', unwilling),
      lend('erased', 'LN-ERASED-3', unwilling),
      lend('erased', 'LN-ERASED-4', unwilling),
      lend('kept', 'LN-KEPT-1', unwilling),
    ]);
    await sign();
    const refused = await type(erase);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/Nothing was erased: .*loan:LN-ERASED-1-SIM-guarantor-SIM-charge/);
    expect(await loans).toEqual(['CLOSED', ...Array(4).fill('OFFER_DECLINED')]);

    const kept = await marksOf('kept');
    expect(kept).toBeGreaterThan(50);
    expect(await marksOf('erased')).toBeGreaterThan(150);
    expect((await details()).some(({ case_id }) => case_id.startsWith('loan:LN-ERASED'))).toBe(true);

    const { code, out } = await type(erase);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ...{ customer: 'CU-ERASED', actor: 'officer-7', documents: 20, sharedDocuments: 0, unreadable: [] },
      cases: expect.arrayContaining([
        'enrolment:CU-ERASED',
        'loan:LN-ERASED-2',
        expect.stringMatching(/^repayment:/),
      ]),
    });
    expect(await marksOf('erased')).toBe(0);
    expect(await marksOf('kept')).toBe(kept);
    expect((await details()).map(({ case_id }) => case_id)).not.toContain('loan:LN-ERASED-2');
    await sign();
    expect((await type(`audit verify --head ${join(folder, 'heads')}`)).out).toContain('nothing is missing');
    expect((await type('audit show loan:LN-ERASED-2')).out).toMatch(/erasure CUSTOMER_REQUEST +officer-7/);
  },
  PATIENCE_MS,
);

test('a customer who was erased, and one who never was there, are told to be unknown', async () => {
  for (const customer of ['CU-ERASED', 'CU-UNKNOWN']) {
    const { code, err } = await type(`erase ${customer} --reason CUSTOMER_REQUEST --yes`);
    expect(code).toBe(1);
    expect(err).toContain(`Temporal keeps no case of a customer ${customer}`);
  }
});

test('a case of another customer cannot be named as one of this customer, and a reason outside the list is refused', async () => {
  const other = await type('erase CU-ERASED --reason CUSTOMER_REQUEST --yes --case loan:LN-KEPT-1');
  expect(other).toMatchObject({ code: 1, err: expect.stringContaining('loan:LN-KEPT-1 is in Temporal') });
  expect((await type('erase CU-KEPT --reason BECAUSE --yes')).code).toBe(2);
  expect(await marksOf('kept')).toBeGreaterThan(50);
});
