import { operationNamed } from '../../src/bank/contract';
import { problemsIn } from '../../probe/replies/problems';
import { examples } from './examples';
import type { Example } from './examples/example';
import { succeeds } from '../support/contract/stage';

type Fields = Record<string, unknown>;

/** Replies, or parts of them, that no row describes: the fields of others' making. */
const undescribed = /^(data\[\]\.data|filters_applied)\./;

/** Every field of a reply; of a list, the fields of its first item. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return fieldsOf(value[0], `${path}[]`);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = path ? `${path}.${key}` : key;
    return [field, ...fieldsOf(inner, field)];
  });
}

function renamed(body: Fields, field: string): Fields {
  const copy = structuredClone(body);
  const keys = field.replaceAll('[]', '.0').split('.');
  const last = keys.pop()!;
  const parent = keys.reduce<Fields>((inner, key) => inner[key] as Fields, copy);
  parent[`${last}_renamed`] = parent[last];
  Reflect.deleteProperty(parent, last);
  return copy;
}

const told = (name: Example['operation'], body: Fields) =>
  problemsIn(
    name,
    {},
    { status: operationNamed(name).success.status, headers: {}, failure: { message: '', fields: [] }, body },
  ).map(({ field }) => field);

const successes = examples
  .filter(succeeds)
  .map((example) => [example.operation, example.shows, example.reply] as const);

test.each(successes)(
  'The probe tells every documented field that is renamed of %s, which %s',
  (name, _, { body }) => {
    expect(told(name, body)).toEqual([]);
    const described = fieldsOf(body).filter((field) => !undescribed.test(field));
    expect(described.filter((field) => !told(name, renamed(body, field)).includes(field))).toEqual([]);
  },
);
