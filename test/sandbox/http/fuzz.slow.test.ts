import fc from 'fast-check';
import { operationNamed, operationNames } from '../../../src/bank/contract';
import { Counter, KEYS } from '../../support/sandbox/counter';
import { person, underwriting } from '../../support/sandbox/borrower-journey';

const REQUESTS = 6000;

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '%00',
    '../..',
    '__proto__',
    'constructor',
    '9'.repeat(400),
    '🙂',
    '\u0000',
  ),
  fc.constantFrom('9000000001', '8000000000', '00000000-0000-4000-a000-000000000000'),
);

const value: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, [], {}, 1e308, -0, { toString: 1 }, ['x']),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Fields the rows know, so that requests get beyond the first check, with values of every kind. */
const KNOWN_FIELDS = [
  'customer_id',
  'amount',
  'reference',
  'beneficiary',
  'source',
  'remark',
  'account_type',
];
const fieldName = fc.oneof(
  fc.constantFrom(...KNOWN_FIELDS, '__proto__', 'constructor', 'toString'),
  fc.string(),
);
const TOO_LARGE_TO_PRINT: Record<string, string> = {
  DEEP: `${'{"remark":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'DEEP FORM': `remark${'[a]'.repeat(20_000)}=1`,
};

const anyBody = fc.oneof(
  fc.dictionary(fieldName, value).map((fields) => JSON.stringify(fields)),
  fc.record({ ...record(person()) }, { requiredKeys: [] }).map((fields) => JSON.stringify(fields)),
  fc.record({ ...record(underwriting()) }, { requiredKeys: [] }).map((fields) => JSON.stringify(fields)),
  fc.constant('{"__proto__":{"status":"x"},"constructor":{"prototype":{"a":1}}}'),
  fc.constant('DEEP'),
  fc.constant('DEEP FORM'),
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '1',
    '{"a":1}}',
    'a=1&b[c]=2&__proto__[x]=1',
    'a[b][c]=1&a=2',
  ),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

/** Each field with its good value or any other. */
function record(good: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(good).map(([name, usual]) => [name, fc.oneof(fc.constant(usual), value)]),
  );
}

const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/xml',
  'nonsense',
  '',
);

const encoded = (fields: Record<string, string>) => `?${new URLSearchParams(fields).toString()}`;

const query = fc.oneof(
  fc.constant(''),
  fc
    .dictionary(fc.constantFrom('page', 'limit', 'status', 'customer_id', 'gender', '__proto__'), nasty)
    .map(encoded),
  fc.constantFrom('?page=1&page=2', '?limit=1e3', '?limit[]=1', '?%', '?page=%zz'),
);

/** Without halves of characters, which no address can carry. */
const wellFormed = (text: string): string => text.replaceAll(/[\ud800-\udfff]/g, '');

const request = fc
  .record({
    name: fc.constantFrom(...operationNames),
    parameter: nasty,
    raw: fc.boolean(),
    query,
    body: anyBody,
    contentType,
    method: fc.option(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'), { freq: 8 }),
  })
  .map(({ name, parameter, raw, query, body, contentType, method }) => {
    const { path, method: usual } = operationNamed(name);
    const filled =
      raw && /^[\x21-\x7e]+$/.test(parameter) && !parameter.includes('..')
        ? parameter.replace('?', '')
        : encodeURIComponent(wellFormed(parameter));
    const url = path.replaceAll(/\{\w+\}/g, () => filled) + query;
    return { url, method: method ?? usual, body, contentType };
  });

test(`bad input of every kind is answered in the failure envelope and never with a 5xx (${REQUESTS} requests)`, async () => {
  const counter = await Counter.open();
  await fc.assert(
    fc.asyncProperty(request, async ({ url, method, body, contentType }) => {
      const headers = { ...KEYS, 'content-type': contentType };
      const payload = TOO_LARGE_TO_PRINT[String(body)] ?? body;
      const reply = await counter.send(method, url, payload, headers);
      expect(reply.status).toBeLessThan(500);
      expect(['success', 'failed']).toContain(reply.body.status);
      expect(typeof reply.body.message).toBe('string');
      expect(reply.body.status === 'success').toBe(reply.status < 300);
    }),
    { numRuns: REQUESTS },
  );
  expect(({} as Record<string, unknown>).status).toBeUndefined();
  await counter.close();
});
