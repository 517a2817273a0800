import Ajv from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import type { Route } from '../../src/desk/contract/route';
import { routes } from '../../src/desk/contract/routes';
import { openApiDocument } from '../../src/desk/http/openapi';
import { checkCsv } from '../../src/desk/routes/batches';
import { eventTypes, TEST_EVENT } from '../../src/domain/events/events';
import { kinds } from '../../src/domain/kinds';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly $ref?: string }>>;
}
type Content = Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;

const document = openApiDocument('https://desk.example') as {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { responses: Record<string, object> };
};
const operations = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);
const { command, ...others } = routes as Record<string, Route>;
const commandNames = Object.entries(kinds).flatMap(([kind, { commands }]) =>
  Object.keys(commands).map((name) => `${kind}_${name}`),
);

test('the OpenAPI document has every route, and every command of every kind, each under a tag', () => {
  expect([...operations.keys()].sort()).toEqual([...Object.keys(others), ...commandNames].sort());
  for (const { tags } of operations.values()) expect(tags).toEqual([expect.stringMatching(/\w/)]);
});

test('the document has the schema of every event that other systems are told', () => {
  const { webhooks } = document;
  expect(Object.keys(webhooks)).toEqual([...eventTypes, TEST_EVENT]);
  const { schema } = webhooks['payout.succeeded']!.post.requestBody!.content['application/json']!;
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const id = 'b3c1d1d0-0000-8000-8000-000000000000';
  const event = { id, type: 'payout.succeeded', occurredAt: '2030-01-01T00:00:00Z', kind: 'payout' };
  const whole = { ...event, reference: 'PO-1', number: 3, data: { amountKobo: 100 } };
  expect([check(whole), check({ ...whole, data: { amountKobo: '100' } })]).toEqual([true, false]);
});

test('the OpenAPI document asks for an idempotency key on every write', () => {
  for (const [name, { parameters }] of operations) {
    const { writes } = others[name] ?? command!;
    expect(parameters.some((one) => one.name === 'Idempotency-Key')).toBe(writes === true);
  }
});

test('the OpenAPI document tells the type of every body and every reply, of files and events, too', () => {
  for (const [name, { requestBody, responses }] of operations) {
    const { body, form } = others[name] ?? command!;
    expect([name, requestBody !== undefined]).toEqual([name, body !== undefined || form === true]);
    expect([name, Object.keys(responses[200]!.content ?? {})]).not.toEqual([name, []]);
  }
  expect(operations.get('upload')?.requestBody?.content).toHaveProperty('multipart/form-data');
  expect(operations.get('events')?.responses[200]?.content).toHaveProperty('text/event-stream');
});

test('each status that a route may refuse with refers to the problems that have it', () => {
  for (const { responses } of operations.values())
    for (const [status, { $ref }] of Object.entries(responses).filter(([one]) => one !== '200'))
      expect([$ref, document.components.responses[status]]).toEqual([
        `#/components/responses/${status}`,
        expect.objectContaining({ description: expect.stringMatching(/^[\w-]+: /) as string }),
      ]);
  const statuses = Object.keys(operations.get('loan_acceptOffer')!.responses).map(Number);
  expect(statuses).toEqual(expect.arrayContaining([401, 403, 404, 409, 413, 415, 422, 429, 500, 503, 504]));
});

/** Whether the body of a command is as the document says. */
function takes(name: string, body: object): boolean {
  const { schema } = operations.get(name)!.requestBody!.content['application/json']!;
  return new Ajv({ strict: false, validateFormats: false }).compile(schema)(body);
}

test('a generated client knows the fields of each command by their types', () => {
  expect(takes('payout_approve', { fields: { expectedDigest: 'a'.repeat(64) } })).toBe(true);
  expect(takes('payout_approve', { fields: { expectedDigest: 'short' } })).toBe(false);
  expect(takes('payout_approve', { fields: {} })).toBe(false);
  expect(takes('payout_approve', {})).toBe(false);
  expect(takes('loan_acceptOffer', { expectedStage: 'OFFER' })).toBe(true);
  expect(takes('loan_acceptOffer', { expectedStage: 'NOWHERE' })).toBe(false);
  expect(takes('loan_acceptOffer', { fields: { nothing: 1 } })).toBe(false);
  expect(takes('batch_excludeRows', { fields: { reason: 'OTHER', rows: '3, 7-9' } })).toBe(true);
  expect(takes('batch_excludeRows', { fields: { reason: 'OTHER', rows: '0' } })).toBe(false);
  expect(takes('loan_addNote', { fields: { text: ' ' } })).toBe(false);
  const resolution = { document: 'b'.repeat(64) };
  expect(takes('loan_submitBoardResolution', { fields: resolution })).toBe(true);
  expect(takes('loan_submitBoardResolution', { fields: { ...resolution, path: 'x.pdf' } })).toBe(false);
});

test('the bodies of starts are told field by field, without what the desk sets itself', () => {
  const loan = JSON.parse(readFileSync('examples/loan-application.json', 'utf8')) as object;
  const documents = [{ tag: 'ID_CARD_DOCS', sha256: 'a'.repeat(64) }];
  expect(takes('startLoan', { ...loan, documents })).toBe(true);
  expect(takes('startLoan', { ...loan, documents: [{ tag: 'ID_CARD_DOCS', path: 'x.pdf' }] })).toBe(false);
  expect(takes('startLoan', { ...loan, documents, clock: { rate: 2 } })).toBe(false);
  const payout = JSON.parse(readFileSync('examples/payout.json', 'utf8')) as object;
  const { createdBy: _maker, ...own } = payout as { createdBy?: string };
  expect(takes('startPayout', own)).toBe(true);
  expect(takes('startPayout', { ...own, createdBy: 'maker-1' })).toBe(false);
});

test('the document says how an idempotency key is written', () => {
  const { parameters } = operations.get('startLoan')!;
  expect(parameters.find(({ name }) => name === 'Idempotency-Key')).toMatchObject({
    schema: { maxLength: 60, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' },
  });
});

test('every example of the document is taken by the contract, and by what it starts', () => {
  const examples = [...operations].flatMap(([name, { requestBody }]) => {
    const example = requestBody?.content['application/json']?.example;
    return example === undefined ? [] : [[name, example] as const];
  });
  expect(examples.map(([name]) => name)).toEqual(expect.arrayContaining(['startPayout', 'startBatch']));
  for (const [name, example] of examples)
    expect([name, others[name]!.body!.safeParse(example).error]).toEqual([name, undefined]);
  const { startPayout, startBatch } = Object.fromEntries(examples) as Record<string, { csv: string }>;
  expect(kinds.payout.start.input.safeParse(startPayout).error).toBeUndefined();
  expect(checkCsv(startBatch!.csv).check).toMatchObject({ problems: [], totals: { rows: 1 } });
});

test('the example of a loan in the document of the interface is one that the desk takes, once its documents are there', () => {
  const text = readFileSync('docs/API.md', 'utf8');
  const [, listed = ''] = /"documents": (\[.*\])/.exec(text) ?? [];
  const loan = JSON.parse(readFileSync('examples/loan-application.json', 'utf8')) as object;
  const documents = (JSON.parse(listed) as object[]).map((one) => ({ ...one, path: 'x.pdf' }));
  expect(kinds.loan.start.input.safeParse({ ...loan, documents }).error).toBeUndefined();
});
