import { contract, operationNamed, operationNames } from '../../src/bank/contract';
import { isRefusal } from '../../src/bank/contract/refusals';
import { examples } from './examples';
import { asRead, type Example } from './examples/example';
import { loanErrorTable } from './examples/lending/loan-error-table';
import { inputOf, succeeds } from '../support/contract/stage';

const titled = (chosen: readonly Example[]) =>
  chosen.map((example) => [`${example.operation} ${example.shows}`, example] as const);

const successes = examples.filter(succeeds);
const refused = examples.filter((example) => !succeeds(example));
const wellFormed = examples.filter(({ malformed }) => !malformed);
const malformed = examples.filter((example) => example.malformed);
const byEveryOperation = [401, 403, 429];
const refusedHere = refused.filter(
  (example) => !example.malformed && !byEveryOperation.includes(example.reply.status),
);

/** What stands in the envelope beside status, message and data. */
const neighboursOfData = (body: Example['reply']['body']) =>
  Object.fromEntries(
    Object.entries(body).filter(([field]) => !['status', 'message', 'data'].includes(field)),
  );

/** What the row says against the input of an example. */
function complaints({ operation, send }: Example): string[] {
  const row = operationNamed(operation);
  const input = inputOf(send);
  const schemas = [row.params, row.query, row.body, row.file].filter((schema) => schema !== undefined);
  return schemas.flatMap(
    (schema) => schema.safeParse(input).error?.issues.map(({ message }) => message) ?? [],
  );
}

test.each(operationNames)('The examples show a success of %s', (name) => {
  expect(successes.map(({ operation }) => operation)).toContain(name);
});

test.each(operationNames)('The examples show every refusal that the row of %s knows', (name) => {
  const shown = refused
    .filter(({ operation }) => operation === name)
    .map(({ reply }) => JSON.stringify(reply));
  const known = operationNamed(name).refusals ?? [];
  expect(known.filter(({ message }) => !shown.some((reply) => reply.includes(message)))).toEqual([]);
});

test.each(loanErrorTable)(
  'The examples show that %s may be refused with %i %s',
  (operation, status, message) => {
    const shown = refused.filter((one) => one.operation === operation && one.reply.status === status);
    const messages = shown.map(({ reply }) => String(reply.body.message));
    expect(messages.filter((one) => one.startsWith(message))).not.toEqual([]);
  },
);

test.each(titled(examples))('A row of the contract has the method and path: %s', (_, { operation, send }) => {
  const { method, path } = contract[operation];
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => send.params?.[name] ?? '');
  const [sentMethod, address = ''] = send.line.split(' ');
  expect([sentMethod, address.split('?')[0]]).toEqual([method, filled]);
});

test.each(titled(wellFormed))('A row of the contract takes the request: %s', (_, example) => {
  expect(complaints(example)).toEqual([]);
});

test.each(titled(wellFormed))(
  'A row of the contract keeps every field of the request: %s',
  (_, { operation, send }) => {
    const { query, body } = operationNamed(operation);
    expect(query?.parse(inputOf(send)) ?? {}).toEqual(send.query ?? {});
    expect(body?.parse(inputOf(send)) ?? {}).toEqual(send.body ?? {});
  },
);

test.each(titled(successes))(
  'A row of the contract keeps every field of the reply: %s',
  (_, { operation, reply }) => {
    const { data, beside } = operationNamed(operation);
    // An event is kept as it was delivered.
    const kept = operation === 'listWebhookEvents' ? reply.body.data : asRead(reply.body.data);
    expect(data.parse(reply.body.data)).toEqual(kept);
    expect(beside?.parse(reply.body) ?? {}).toEqual(neighboursOfData(reply.body));
  },
);

test.each(titled(malformed))('A row of the contract refuses by itself: %s', (_, example) => {
  expect(complaints(example)).not.toEqual([]);
});

test.each(titled(refusedHere))('A row of the contract knows the refusal: %s', (_, { operation, reply }) => {
  const { status, body } = reply;
  const wire = { status, refusal: String(body.message) };
  const known = operationNamed(operation).refusals ?? [];
  expect(known.filter((one) => one.status === status && isRefusal(wire, one))).toHaveLength(1);
});
