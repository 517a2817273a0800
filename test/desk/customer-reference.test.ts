import { defaultDataConverter } from '@temporalio/common';
import { toPayloads } from '@temporalio/common/lib/converter/payload-converter';
import { ProblemError } from '../../src/desk/http/problems';
import type { Person } from '../../src/desk/login/roles';
import type { RouteContext } from '../../src/desk/route-context';
import { startHandlers } from '../../src/desk/routes/starts';
import { CaseCopy } from '../../src/records/projection/list';
import { emptySummaries, nextRevision, writeSummary } from '../../src/records/projection/summary';
import { key, summary } from '../support/desk/summaries';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());
beforeEach(() => emptySummaries(records.pool));

const officer: Person = { subject: 'officer-1', name: 'Ola', roles: ['officer'], loggedInAt: new Date() };
const bola = {
  ...{ reference: 'CU-1005', firstName: 'Bola', lastName: 'Eze', dateOfBirth: '1990-01-31' },
  bvn: '22100000005',
};
const other = {
  ...bola,
  firstName: 'Musa',
  lastName: 'Bello',
  dateOfBirth: '1985-05-05',
  bvn: '22100000006',
};

/** Bola Eze's enrolment, and her loan in repayment, in the desk's copy. */
async function known(): Promise<void> {
  const of = { customer: bola.reference, words: key.indexOf(['Bola Eze'], [bola.bvn]) };
  const sealed = key.seal('enrolment:CU-1005', { name: 'Bola Eze' });
  const enrolment = summary('CU-1005', { ...of, kind: 'enrolment', workflowId: 'enrolment:CU-1005', sealed });
  for (const one of [enrolment, summary('LN-1', { ...of, startedAt: new Date('2029-01-01') })])
    await writeSummary(records.pool, one, await nextRevision(records.pool));
}

/** What the desk answers to the start of this customer's loan: `begun`, or its mistakes. */
async function answerTo(customer: object): Promise<unknown> {
  const payloads = toPayloads(defaultDataConverter.payloadConverter, { customer: bola });
  const started = { workflowExecutionStartedEventAttributes: { input: { payloads } } };
  const parts = {
    client: {
      options: { namespace: 'default', loadedDataConverter: defaultDataConverter },
      workflowService: {
        getWorkflowExecutionHistory: () => Promise.resolve({ history: { events: [started] } }),
      },
    },
    copy: new CaseCopy(records.pool, key),
    banks: { names: () => Promise.resolve(new Map()) },
  } as unknown as RouteContext;
  // The schema refuses the rest of the body, which this file is not about.
  const refusal: unknown = await startHandlers(parts)
    .startLoan({ body: { reference: 'LN-2', customer }, person: officer } as never)
    .catch((error: unknown) => error);
  const { mistakes = [] } = (refusal as ProblemError).about;
  return mistakes.find(({ field }) => field === 'customer.reference')?.message ?? 'begun';
}

test('the desk starts no loan under the customer reference of another person, and says whose it is', async () => {
  await known();
  expect(await answerTo(other)).toBe(
    'customer.reference is that of Bola Eze (enrolment CU-1005): give this customer another reference or, if it is the same person, the same BVN, or name and birth date, as there',
  );
});

test.each([
  ['the same person', bola],
  ['a person whose name is written in another way', { ...bola, firstName: 'Adebola' }],
  ['a person whose BVN was wrong before', { ...bola, bvn: '22100000009' }],
  ['a person under a new reference', { ...other, reference: 'CU-1006' }],
])('a customer reference is taken for %s', async (_, customer) => {
  await known();
  expect(await answerTo(customer)).toBe('begun');
});
