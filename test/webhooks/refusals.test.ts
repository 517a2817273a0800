import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { TestEndpoint } from '../support/webhooks/endpoint';
import { payload } from '../support/webhooks/payload';

const endpoint = new TestEndpoint();
beforeAll(() => endpoint.start());
beforeEach(() => {
  endpoint.reset();
});
afterEach(() => {
  expect(endpoint.ingested).toEqual([]);
});
afterAll(endpoint.stop);

const INCOMING = 'account.incoming-transaction';

test.each<[string, Buffer | object | null | number | string, string]>([
  ['nothing', Buffer.alloc(0), 'the body must be JSON'],
  ['half a document', Buffer.from('{"event":'), 'the body must be JSON'],
  ['bytes', Buffer.from([0xff, 0xfe, 0, 1]), 'the body must be JSON'],
  ['a compressed document', gzipSync(JSON.stringify(payload())), 'the body must be JSON'],
  ['a form', Buffer.from('event=account.incoming-transaction'), 'the body must be JSON'],
  ['null', null, 'the body must be a JSON object'],
  ['a list', [payload()], 'the body must be a JSON object'],
  ['a number', 7, 'the body must be a JSON object'],
  ['no event', {}, 'event must be one of: account.incoming-transaction, account.outgoing-transaction'],
  ['an event that is a list', { event: [INCOMING] }, 'event must be one of'],
  ['no data', { event: INCOMING }, 'data must be an object'],
  ['data that are a text', { event: INCOMING, data: 'x' }, 'data must be an object'],
  ['no uniqueRef', payload({ uniqueRef: undefined }), 'data.uniqueRef must be a text'],
  ['a uniqueRef that is a number', payload({ uniqueRef: 12 }), 'data.uniqueRef must be a text'],
  ['an empty uniqueRef', payload({ uniqueRef: '' }), 'data.uniqueRef must be 1 to 200 plain characters'],
  ['a uniqueRef of several lines', payload({ uniqueRef: 'a\nb' }), 'data.uniqueRef must be 1 to 200'],
  ['an endless uniqueRef', payload({ uniqueRef: '1'.repeat(201) }), 'data.uniqueRef must be 1 to 200'],
  ['no account', payload({ account: null }), 'data.account must be an object'],
  ['an account id that is none', payload({ account: { id: '" OR 1=1' } }), 'data.account.id must be a UUID'],
])('a signed body that is or has %s is refused with the reason', async (_what, body, complaint) => {
  const { status, body: answer } = await endpoint.deliver(body);
  expect({ status, message: answer.message }).toEqual({
    status: 400,
    message: expect.stringContaining(complaint),
  });
});

test('an event of another kind is accepted and ignored, so that it does not come again', async () => {
  expect((await endpoint.deliver(payload({}, 'loan.disbursed'))).status).toBe(202);
  expect(endpoint.warnings).toHaveLength(1);
  expect(endpoint.warnings[0]).not.toContain('loan');
});

test('a delivery larger than 64 KiB is refused', async () => {
  const { status, body } = await endpoint.deliver(payload({ more: 'x'.repeat(64 * 1024) }));
  expect({ ...body, status }).toMatchObject({ status: 413, message: 'the body must be at most 64 KiB' });
});

test('a request to another address is answered with 404', async () => {
  expect((await endpoint.post('{}', {}, '/')).status).toBe(404);
  expect((await fetch(`${endpoint.url}/events`)).status).toBe(404);
});

test('whatever is not JSON of the bank is answered with 4xx, in a sentence', async () => {
  const anything = fc.oneof(
    fc.json().map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
  );
  await fc.assert(
    fc.asyncProperty(anything, async (bytes) => {
      const { status, body } = await endpoint.deliver(bytes);
      expect(status === 202 || (status >= 400 && status < 500)).toBe(true);
      expect(body.message).not.toMatch(/ at .*:\d+|Error/);
    }),
    { numRuns: 50 },
  );
});
