import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../support/desk/browser';
import { deskStack, loggedIn, type DeskStack } from '../support/desk/stack';

let stack: DeskStack;
let url: string;
let officer: Browser;
let maker: Browser;

beforeAll(async () => {
  stack = await deskStack();
  ({ url } = stack);
  officer = await loggedIn(url, 'officer');
  maker = await loggedIn(url, 'maker');
});
afterAll(() => stack.stop());

const LOAN = '/api/cases/loan/LN-UP-1';
const form = (content: Uint8Array, name = 'file', filename = 'x.pdf') => {
  const made = new FormData();
  made.append(name, new Blob([new Uint8Array(content)]), filename);
  return made;
};
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n');

test.each([
  ['HTML', Buffer.from('<html><script>alert(1)</script></html>'), 415],
  [
    'SVG with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    415,
  ],
  ['a program', Buffer.from('\u007fELF'), 415],
  ['nothing', Buffer.alloc(0), 415],
  ['more than a document may have', Buffer.concat([PDF, Buffer.alloc(11 * 1024 * 1024)]), 413],
])('an upload of %s is refused', async (_what, content, status) => {
  expect((await officer.post(`${LOAN}/documents`, form(content))).status).toBe(status);
});

test('an upload is refused whose bytes pause where a document may have no more', async () => {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n';
  async function* slowly() {
    yield Buffer.concat([Buffer.from(head), PDF, Buffer.alloc(10 * 1024 * 1024 - PDF.length)]);
    await sleep(500);
    yield Buffer.from('more\r\n--x--\r\n');
  }
  const { status } = await officer.send(`${url}${LOAN}/documents`, {
    method: 'POST',
    body: ReadableStream.from(slowly()),
    duplex: 'half',
    headers: { origin: url, 'content-type': 'multipart/form-data; boundary=x', 'idempotency-key': 'k-3' },
  });
  expect(status).toBe(413);
});

test.each([
  ['breaks off', '--x\r\ncontent-disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-1.4'],
  ['is none', '"hello"'],
  ['holds no file', '--x--\r\n'],
])(
  'an upload by a form that %s is refused in a sentence, and is no fault of the desk',
  async (_what, body) => {
    const { status, text } = await officer.send(`${url}${LOAN}/documents`, {
      method: 'POST',
      body,
      headers: { origin: url, 'content-type': 'multipart/form-data; boundary=x', 'idempotency-key': 'k-2' },
    });
    expect({ status, text }).toEqual({
      status: 422,
      text: expect.stringContaining('/problems/invalid') as string,
    });
  },
);

test.each([
  '../../etc/passwd',
  '..\\..\\x.pdf',
  '/etc/passwd',
  'a\u0000b.pdf',
  '<img src=x onerror=alert(1)>.pdf',
  'x'.repeat(5_000),
])('the name of a file (%j) plays no part in where it is kept', async (filename) => {
  const { status, body } = await officer.post(`${LOAN}/documents`, form(PDF, 'file', filename));
  if (status === 200) expect(body.sha256).toMatch(/^[0-9a-f]{64}$/);
  else expect(status).toBeLessThan(500);
  expect(JSON.stringify(body)).not.toContain('onerror');
});

test.each(['..', '.', '..%2f..%2fx', '%2e%2e%2fx', 'a%00b', '-x', 'x'.repeat(61)])(
  'the reference %j leads to no folder',
  async (reference) => {
    const { status } = await officer.post(`/api/cases/loan/${reference}/documents`, form(PDF));
    // A dot is taken out of the address by whoever sends it; what is left takes no file.
    expect([404, 405, 422]).toContain(status);
  },
);

test('a document of one loan is not shown, nor handed in, for another one', async () => {
  const { body } = await officer.post(`${LOAN}/documents`, form(PDF));
  expect((await officer.get(`${LOAN}/documents/${body.sha256}`)).status).toBe(200);
  expect((await officer.get(`/api/cases/loan/LN-UP-2/documents/${body.sha256}`)).status).toBe(404);
});

test('a document is shown in a frame of the desk alone, with nothing in it run', async () => {
  const { body } = await officer.post(`${LOAN}/documents`, form(PDF));
  const { headers } = await officer.get(`${LOAN}/documents/${body.sha256}`);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'; sandbox$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test("no script but the desk's own runs on its pages, and no other page frames them", async () => {
  const { headers } = await officer.get('/api/session');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).not.toMatch(/unsafe-|https?:|\*/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
});

test.each(['=1+1', '+1', '-1', '@x', '\t=1'])(
  'a cell that begins with %j runs in no spreadsheet',
  async (beginning) => {
    const csv = await officer.get(`/api/cases.csv?tab=open&q=${encodeURIComponent(beginning.trim())}`);
    expect(csv.status).toBe(200);
    const header = 'reference,amountKobo,bankCode,bankName,accountNumber,accountName,remark';
    const check = await maker.post('/api/batches/check', {
      csv: `${header}\nR-1,25000,901,Almond Bank,0123456789,${beginning}NAME,x\n`,
    });
    expect(check.body.problems.length).toBeGreaterThan(0);
  },
);

test('bodies that are none are refused in a sentence, and nothing of the program shows', async () => {
  const bodies = [
    '{',
    '[]',
    'null',
    '"x"',
    '{"fields": []}',
    `{"fields": {"a": "${'x'.repeat(5_000)}"}}`,
    '{"__proto__": {"a": 1}}',
  ];
  for (const body of bodies) {
    const reply = await officer.send(`${url}/api/cases/loan/LN-1/commands/addNote`, {
      method: 'POST',
      body,
      headers: { origin: url, 'content-type': 'application/json', 'idempotency-key': 'k-1' },
    });
    expect([400, 404, 409, 422]).toContain(reply.status);
    expect(reply.body.detail).toEqual(expect.any(String));
    expect(reply.text).not.toMatch(/node_modules|\.ts:|at .*\(/);
  }
});

test('a request without an idempotency key, or with an unusable one, is not carried out', async () => {
  for (const key of ['', 'a b', '08031234567', 'x'.repeat(61)])
    expect(
      (await officer.post(`${LOAN}/commands/addNote`, { fields: {} }, { 'idempotency-key': key })).status,
    ).toBe(422);
});

test('a sender that is slower than any browser is cut off', async () => {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
  socket.on('error', () => undefined).resume();
  socket.write('POST /api/loans HTTP/1.1\r\nHost: x\r\n');
  const closed = new Promise((resolve) => socket.on('close', resolve));
  await closed;
  expect(socket.destroyed).toBe(true);
});

test('a case that there is not is answered with 404, and a sentence that says so', async () => {
  const unknown = '/api/cases/loan/LN-NONE';
  const replies = [
    await officer.get(unknown),
    await officer.post(`${unknown}/commands/addNote`, { fields: {} }),
  ];
  const detail = 'There is no loan with the reference LN-NONE.';
  for (const { status, body } of replies) {
    expect(status).toBe(404);
    expect(body).toMatchObject({ type: '/problems/not-found', detail });
  }
});
