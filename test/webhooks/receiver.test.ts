import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import type { MoneyEvent } from '../../src/domain/money-events';
import { createReceiver } from '../../src/webhooks/receiver';
import { ACCOUNT_ID, payload, SECRET, signed } from './payload';

describe('the receiver', () => {
  let app: FastifyInstance;
  let url: string;
  let kept: MoneyEvent[];
  let warnings: string[];
  let isTemporalThere: boolean;

  beforeAll(async () => {
    app = createReceiver({
      secret: SECRET,
      isReady: async () => isTemporalThere,
      warn: (sentence) => warnings.push(sentence),
      async keep(event) {
        if (!isTemporalThere) throw new Error('14 UNAVAILABLE: Ada Obi');
        const isKnown = kept.some(({ uniqueRef }) => uniqueRef === event.uniqueRef);
        kept.push(event);
        return isKnown ? 'known' : 'new';
      },
    });
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  beforeEach(() => {
    [kept, warnings, isTemporalThere] = [[], [], true];
  });
  afterAll(() => app.close());

  const post = async (body: Buffer | string, headers: Record<string, string> = {}, path = '/events') => {
    const reply = await fetch(`${url}${path}`, { method: 'POST', body, headers });
    return { status: reply.status, body: (await reply.json()) as { message: string } };
  };
  const deliver = (body: unknown, more: Record<string, string> = {}) => {
    const letter = signed(body);
    return post(letter.body, { ...letter.headers, ...more });
  };

  test('keeps an event, without what nobody needs for finding its case', async () => {
    expect(await deliver(payload())).toMatchObject({ status: 200, body: { message: 'kept' } });
    expect(kept).toEqual([
      {
        event: 'account.outgoing-transaction',
        uniqueRef: '10000000000000000001',
        accountId: ACCOUNT_ID,
        payout: { reference: 'PO-1', kind: 'transfer' },
      },
    ]);
  });

  test('answers 200 to one that is known, too', async () => {
    await deliver(payload());
    expect(await deliver(payload())).toMatchObject({ status: 200, body: { message: 'known already' } });
  });

  test.each([
    [
      'without a remark, it says where to look',
      { transactionDetails: undefined },
      { accountNumber: '9000000001' },
    ],
    [
      'with a broken remark, the same',
      { transactionDetails: { remark: 7 } },
      { accountNumber: '9000000001' },
    ],
    [
      'with a remark of others, it names no payout',
      { transactionDetails: { remark: '?' } },
      { payout: null },
    ],
    [
      'without anything but the account, it is kept all the same',
      { transactionDetails: null, account: { id: ACCOUNT_ID, bankAccount: 'none' }, amount: 'much' },
      {},
    ],
  ])('%s', async (_what, data, more) => {
    expect((await deliver(payload(data))).status).toBe(200);
    const { event, uniqueRef, accountId } = kept[0]!;
    expect(kept[0]).toEqual({ event, uniqueRef, accountId, ...more });
  });

  test.each([undefined, 'text/plain', 'application/json; charset=utf-8', 'nonsense', 'application/xml'])(
    'does not care about the content type %s',
    async (type) => {
      const letter = signed(payload());
      const headers = { ...letter.headers, ...(type !== undefined && { 'content-type': type }) };
      expect((await post(letter.body, headers)).status).toBe(200);
    },
  );

  describe('keeps nothing of', () => {
    afterEach(() => {
      expect(kept).toEqual([]);
    });

    test.each([
      ['no signature', {}],
      ['an empty one', { 'x-service-signature': '' }],
      ['a made-up one', { 'x-service-signature': 'a'.repeat(64) }],
      ['one of another body', signed(payload({ amount: 1 })).headers],
      [
        'the right one in capitals',
        { 'x-service-signature': signed(payload()).headers['x-service-signature'].toUpperCase() },
      ],
      ['two', { 'x-service-signature': `${signed(payload()).headers['x-service-signature']}, aaaa` }],
    ])('what has %s, in the same words', async (_what, headers) => {
      expect(await post(JSON.stringify(payload()), headers)).toEqual({
        status: 401,
        body: { status: 'failed', message: 'the signature is missing or wrong' },
      });
    });

    test('what was signed before somebody spaced it out', async () => {
      const { headers } = signed(payload());
      expect((await post(JSON.stringify(payload(), null, 1), headers)).status).toBe(401);
    });

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
      ['an event that is a list', { event: ['account.incoming-transaction'] }, 'event must be one of'],
      ['no data', { event: 'account.incoming-transaction' }, 'data must be an object'],
      [
        'data that are a text',
        { event: 'account.incoming-transaction', data: 'x' },
        'data must be an object',
      ],
      ['no uniqueRef', payload({ uniqueRef: undefined }), 'data.uniqueRef must be a text'],
      ['a uniqueRef that is a number', payload({ uniqueRef: 12 }), 'data.uniqueRef must be a text'],
      ['an empty uniqueRef', payload({ uniqueRef: '' }), 'data.uniqueRef must be 1 to 200 plain characters'],
      ['a uniqueRef of several lines', payload({ uniqueRef: 'a\nb' }), 'data.uniqueRef must be 1 to 200'],
      ['an endless uniqueRef', payload({ uniqueRef: '1'.repeat(201) }), 'data.uniqueRef must be 1 to 200'],
      ['no account', payload({ account: null }), 'data.account must be an object'],
      [
        'an account id that is none',
        payload({ account: { id: '" OR 1=1' } }),
        'data.account.id must be a UUID',
      ],
    ])('a signed body that is %s, and says why', async (_what, body, complaint) => {
      const { status, body: answer } = await deliver(body);
      expect({ status, message: answer.message }).toEqual({
        status: 400,
        message: expect.stringContaining(complaint),
      });
    });

    test('an event of another kind, which is not to come again', async () => {
      expect((await deliver(payload({}, 'loan.disbursed'))).status).toBe(202);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).not.toContain('loan');
    });

    test('what is larger than 64 KiB', async () => {
      const { status, body } = await deliver(payload({ more: 'x'.repeat(64 * 1024) }));
      expect({ ...body, status }).toMatchObject({ status: 413, message: 'the body must be at most 64 KiB' });
    });

    test('what goes elsewhere', async () => {
      expect((await post('{}', {}, '/')).status).toBe(404);
      expect((await fetch(`${url}/events`)).status).toBe(404);
    });

    test('anything that is not JSON of the service, whatever it is: an answer of 4xx, in a sentence', async () => {
      const anything = fc.oneof(
        fc.json().map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
      );
      await fc.assert(
        fc.asyncProperty(anything, async (bytes) => {
          const { status, body } = await deliver(bytes);
          expect(status === 202 || (status >= 400 && status < 500)).toBe(true);
          expect(body.message).not.toMatch(/ at .*:\d+|Error/);
        }),
        { numRuns: 50 },
      );
    });
  });

  test('asks for another delivery while Temporal is away, and says no more than that', async () => {
    isTemporalThere = false;
    const { status, body } = await deliver(payload());
    expect({ ...body, status }).toMatchObject({
      status: 503,
      message: expect.stringContaining('deliver it again'),
    });
    expect(JSON.stringify([body, warnings])).not.toMatch(/Ada|PO-1|9000000001|UNAVAILABLE/);
    expect((await fetch(`${url}/health`)).status).toBe(503);
    isTemporalThere = true;
    expect((await deliver(payload())).status).toBe(200);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  test('survives who hangs up in the middle of a body', async () => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write('POST /events HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"event"');
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    expect((await deliver(payload())).status).toBe(200);
  });
});
