import Ajv from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import { routes, type Route } from '../../src/desk/contract/routes';
import { openApiDocument } from '../../src/desk/http/openapi';
import { checkCsv } from '../../src/desk/routes/batches';
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
  const resolution = { document: 'b'.repeat(64) };
  expect(takes('loan_submitBoardResolution', { fields: resolution })).toBe(true);
  expect(takes('loan_submitBoardResolution', { fields: { ...resolution, path: 'x.pdf' } })).toBe(false);
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
