import { msToTs } from '@temporalio/common/lib/time';
import { requireNamespace, setUpNamespace } from '../../src/temporal/search-attributes';
import { connectRecords } from '../../src/records/connection';
import { examine } from '../support/cli/examine';
import {
  at,
  environment,
  healthy,
  ownerUrl,
  workerInProduction,
  other,
  otherKeys,
  readersUrl,
} from '../support/cli/worker-in-production';
import { searchAttributes } from '../../src/domain/wire/search-attributes';

jest.setTimeout(180_000);

const CLOSED = '127.0.0.1:64999'; // Nothing listens there.

workerInProduction();

test('nothing is wrong in the environment of a worker that can run', async () => {
  const { code, findings, wrong } = await examine();
  expect(wrong).toEqual([]);
  expect(code).toBe(0);
  // Fit for a demonstration: the test server forgets after a day.
  expect(findings.filter(({ verdict }) => verdict !== 'fine')).toMatchObject([
    { what: 'Namespace', verdict: 'doubtful', todo: expect.stringContaining('--retention') },
  ]);
  expect(findings.map(({ what }) => what)).toEqual([
    ...['Temporal', 'Namespace', 'Search attributes', 'Workers', 'Builds', 'Encryption', 'Schedules'],
    ...['Authority', 'Policy', 'Records', 'Clocks', 'Keeper', 'Settings', 'Audit key', 'Bank', 'Documents'],
    ...['Login provider', 'Environment'],
  ]);
});

/** A fault: the variables that plant it, and which line names it, with what to do. */
type Fault = readonly [
  fault: string,
  variables: () => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>,
  what: string,
  found: RegExp,
  todo: RegExp,
];

const faults: readonly Fault[] = [
  [
    'a wrong key of the bank',
    () => ({ SERVICE_KEY: 'wrong' }),
    'Bank',
    /did not accept our keys/,
    /^give SERVICE_KEY and SERVICE_API_KEY the keys/,
  ],
  [
    'an address of the bank where nothing listens',
    () => ({ SERVICE_BASE_URL: `http://${CLOSED}` }),
    'Bank',
    /ECONNREFUSED/,
    /SERVICE_BASE_URL/,
  ],
  [
    'a wrong path of the bank',
    () => ({ SERVICE_BASE_URL: `${environment.baseUrl}/other` }),
    'Bank',
    /listBanks/,
    /the path of SERVICE_BASE_URL/,
  ],
  [
    'a bank without TLS that is remote',
    () => ({ SERVICE_BASE_URL: 'http://bank.example' }),
    'Bank',
    /must begin with https/,
    /environment/,
  ],
  [
    'a database that is away',
    () => ({ DATABASE_URL: `postgres://program:x@${CLOSED}/records` }),
    'Records',
    /ECONNREFUSED/,
    /DATABASE_URL/,
  ],
  [
    'a wrong password of the database',
    () => ({ DATABASE_URL: healthy.DATABASE_URL?.replace(/:[^:@]*@/, ':wrong@') }),
    'Records',
    /password|28P01/,
    /DATABASE_URL/,
  ],
  [
    'a ring of keys that is missing',
    () => ({ AUTHORITY_KEYS: at('none.json') }),
    'Authority',
    /none\.json .*does not exist/s,
    /^restore the file/,
  ],
  [
    'a policy that nobody has signed',
    () => ({ PAYOUT_POLICY_FILE: at('unsigned.json') }),
    'Authority',
    /signed by 0 of 2 people.*policy sign/s,
    /OPERATIONS\.md#payout-policy/,
  ],
  [
    'a key for payloads that the other workers lack',
    () => otherKeys(),
    'Schedules',
    /cannot be read/,
    /ENCRYPTION_KEYS/,
  ],
  [
    'a wrong namespace',
    () => ({ TEMPORAL_NAMESPACE: 'elsewhere' }),
    'Namespace',
    /elsewhere/,
    /TEMPORAL_NAMESPACE/,
  ],
  [
    'another environment of the bank',
    () => ({ BANK_ENVIRONMENT: 'test' }),
    'Authority',
    /is for default\/live, and this is default\/test/,
    /OPERATIONS\.md/,
  ],
  [
    'an audit key of somebody else',
    async () => ({ AUDIT_KEY_FILE: await other('audit create-keys PATH', 'audit.key') }),
    'Settings',
    /^AUDIT_KEY_FILE: the key \w+ here, the key \w+ at the worker 7@somewhere/,
    /all workers/,
  ],
  [
    'a receipt key of somebody else',
    async () => ({ AUTHORITY_RECEIPT_KEYS: await other('keys create-receipt-key --out PATH', '') }),
    'Settings',
    /^AUTHORITY_RECEIPT_KEYS:/,
    /all workers/,
  ],
  [
    'a login provider that is away',
    () => ({ OIDC_ISSUER: `http://${CLOSED}` }),
    'Login provider',
    /ECONNREFUSED/,
    /OIDC_ISSUER/,
  ],
  [
    'a missing folder of the documents',
    () => ({ DOCUMENTS_DIR: at('none') }),
    'Documents',
    /DOCUMENTS_DIR names is missing/,
    /make the folder/,
  ],
  [
    "the owner's role for the program",
    () => ({ DATABASE_URL: ownerUrl }),
    'Records',
    /may change the audit/,
    /does not own the tables/,
  ],
  [
    "a reader's role for a worker",
    async () => ({ DATABASE_URL: await readersUrl() }),
    'Records',
    /lacks INSERT on audit_entry, .* and \d+ more$/,
    /records_worker/,
  ],
  [
    'a fast clock against a real bank',
    () => ({ BUSINESS_CLOCK_RATE: '1000', BANK_ENVIRONMENT: 'production' }),
    'Environment',
    /BUSINESS_CLOCK_RATE/,
    /environment/,
  ],
  [
    'another claim of subjects than the others take',
    () => ({ OIDC_SUBJECT_CLAIM: 'employee_id' }),
    'Settings',
    /^OIDC_SUBJECT_CLAIM: employee_id here, sub at/,
    /all workers/,
  ],
  [
    'another rate of the clock than the others have',
    () => ({ BUSINESS_CLOCK_RATE: '1000' }),
    'Settings',
    /^BUSINESS_CLOCK_RATE: 1000 here, 1 at/,
    /all workers/,
  ],
  [
    'a remote Temporal without TLS',
    () => ({ TEMPORAL_ADDRESS: 'temporal.example:7233' }),
    'Temporal',
    /^TEMPORAL_TLS must be true/,
    /environment/,
  ],
  [
    'an address of Temporal that does not answer',
    () => ({ TEMPORAL_ADDRESS: 'temporal-frontend.temporal.svc:7233' }),
    'Temporal',
    /cannot be reached at temporal-frontend/,
    /as it says/,
  ],
  [
    'a key file of the bank that is missing',
    () => ({ SERVICE_KEY: '', SERVICE_KEY_FILE: at('none.key') }),
    'Bank',
    /none\.key .*does not exist/s,
    /^restore the file/,
  ],
  [
    'a remote database without TLS',
    () => ({ DATABASE_URL: 'postgres://program:x@db.example/records' }),
    'Records',
    /sslmode=verify-full/,
    /environment/,
  ],
];

test.each(faults)(
  '%s is named, with what to do, and ends with 1',
  async (_, variables, what, found, todo) => {
    Object.assign(process.env, await variables());
    const { code, wrong } = await examine();
    expect(code).toBe(1);
    expect(wrong).toContainEqual({
      what,
      verdict: 'wrong',
      found: expect.stringMatching(found),
      todo: expect.stringMatching(todo),
    });
  },
);

test('a clock that is wrong is named alone: workers are not said to be gone for that', async () => {
  const now = Date.now.bind(Date);
  const spy = jest.spyOn(Date, 'now').mockImplementation(() => now() + 90_000);
  const { code, wrong } = await examine().finally(() => spy.mockRestore());
  expect(wrong).toMatchObject([{ what: 'Clocks', found: expect.stringMatching(/by (89|90|91) seconds/) }]);
  expect(code).toBe(1);
});

test.each([
  [10, 0, 'fine', 'the worker 7@somewhere calls the bank'],
  [20, 1, 'wrong', 'no worker calls the bank: 7@somewhere is gone'],
])(
  'a keeper that has been silent for %d seconds ends with %d: any worker that runs takes its place within 15',
  async (seconds, code, verdict, found) => {
    const pool = connectRecords(ownerUrl);
    await pool.query(`UPDATE bank_keeper SET renewed_at = now() - interval '${seconds} seconds'`);
    await pool.end();
    const examined = await examine();
    expect(examined.code).toBe(code);
    expect(examined.findings.find(({ what }) => what === 'Keeper')).toMatchObject({
      ...{ verdict, found: expect.stringContaining(found) },
      ...(verdict === 'wrong' && { todo: expect.stringContaining('start a worker') }),
    });
  },
);

test('a namespace without our search attributes is named with the command that makes them, and no worker starts there', async () => {
  const { workflowService } = environment.client;
  await workflowService.registerNamespace({
    namespace: 'bare',
    workflowExecutionRetentionPeriod: msToTs('30 days'),
  });
  process.env.TEMPORAL_NAMESPACE = 'bare';
  const { code, findings } = await examine('person');
  expect(code).toBe(1);
  expect(findings.find(({ what }) => what === 'Search attributes')).toMatchObject({
    verdict: 'wrong',
    found: expect.stringMatching(/^missing: .*LoanStage/),
    todo: expect.stringMatching(
      /search-attribute create --address \S+ --namespace bare .*--name LoanStage --type Keyword/,
    ),
  });
  const { connection } = environment.client;
  const place = (namespace: string) => ({ connectionOptions: { address: 'temporal:7233' }, namespace });
  await expect(requireNamespace(connection, place('bare'))).rejects.toThrow(
    /lacks .*LoanStage.*an administrator/,
  );
  await expect(requireNamespace(connection, place('nowhere'))).rejects.toThrow('has no namespace nowhere');
  await expect(requireNamespace(connection, place('default'))).resolves.toBeUndefined();
  expect(await setUpNamespace(connection, place('bare'))).toEqual(Object.keys(searchAttributes));
  expect(await setUpNamespace(connection, place('bare'))).toEqual([]);
  expect(await setUpNamespace(connection, place('fresh'))).toContain('the namespace fresh');
  await expect(requireNamespace(connection, place('fresh'))).resolves.toBeUndefined();
});

test('says which worker calls the bank, and for people what their own key may assert', async () => {
  const { findings } = await examine();
  expect(findings.find(({ what }) => what === 'Keeper')?.found).toContain('7@somewhere calls the bank');
  const person = await examine('person');
  expect(person.code).toBe(0);
  expect(person.findings.find(({ what }) => what === 'Signing key')).toMatchObject({
    found: expect.stringMatching(/speaks for approver-2, as approver$/),
  });
});
