import { gzipSync } from 'node:zlib';
import { dripping, head, pouring, raw, whole, type Headers } from './socket-answers';
import type { Socket } from 'node:net';

/** What a hostile bank, or what stands in its place, does with the connection of one request. */
export interface HostileReply {
  readonly what: string;
  readonly answer: (socket: Socket) => void;
  /** The error that a read ends in, and the one of a write that must not be sent twice. */
  readonly read: string;
  readonly write: string;
}

const BROKEN = { read: 'UnexpectedResponseError', write: 'OutcomeUnknownError' } as const;
const UNANSWERED = { read: 'BankUnavailableError', write: 'OutcomeUnknownError' } as const;
const REFUSED = { read: 'RequestRefusedError', write: 'RequestRefusedError' } as const;
const LIMITED = { read: 'RateLimitedError', write: 'RateLimitedError' } as const;

const json = (value: unknown) => JSON.stringify(value);
const deep = (levels: number, open: string, close: string) =>
  open.repeat(levels) + '1' + close.repeat(levels);
const KIB = 1024;
const MIB = 1024 * KIB;
const CHUNKED: Headers = [['transfer-encoding', 'chunked']];
const sentence = (length: number) => 'no '.repeat(length / 3);
const entries = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ msg: 'no', param: `p${place}` }));

const refusals: readonly (readonly [string, string | Buffer])[] = [
  ['a refusal of 4 MB', json({ message: sentence(4 * MIB) })],
  ['a refusal of 60 KB in one sentence', json({ message: sentence(60 * KIB) })],
  ['a refusal of 60 KB of digits', json({ message: '1'.repeat(60 * KIB) })],
  ['a refusal of 60 KB of digits and spaces', json({ message: '1 '.repeat(30 * KIB) })],
  ['a refusal of 60 KB of signs of e-mail addresses', json({ message: 'a@'.repeat(30 * KIB) })],
  ['a refusal of 60 KB of capitalised names', json({ message: 'to Ada Obi '.repeat(5 * KIB) })],
  ['a refusal with 2,000 complaints', json({ errors: entries(2_000) })],
  ['a refusal with 100,000 complaints', json({ errors: entries(100_000) })],
  [
    'a refusal with 5,000 fields by name',
    json({ errors: Object.fromEntries(entries(5_000).map((e) => [e.param, ['no']])) }),
  ],
  ['a refusal 10,000 levels deep', deep(10_000, '{"error":', '}')],
  ['a refusal of lists 30,000 deep', deep(30_000, '[', ']')],
  ['a refusal in HTML', `<html>${'<p>'.repeat(10 * KIB)}`],
  ['a refusal in bytes', Buffer.from(Array.from({ length: 60 * KIB }, (_, place) => place % 256))],
  [
    'a refusal in invalid UTF-8',
    Buffer.concat([Buffer.from('{"message":"'), Buffer.alloc(1_000, 0xff), Buffer.from('"}')]),
  ],
  ['a refusal with half a character', '{"message":"\\ud800"}'],
  ['a refusal with control characters', '{"message":"\\u001b[2Jno\\u0000\\u202e"}'],
  ['a refusal under __proto__', '{"__proto__":{"message":"no"},"constructor":{"errors":[]}}'],
  ['a refusal that is null', 'null'],
  ['a refusal of a list of nulls', json(Array.from({ length: 5_000 }, () => null))],
  ['a refusal with wrong types', json({ message: {}, errors: [1, null, [], { msg: {} }] })],
  ['a refusal without a body', ''],
  ['a refusal in gzip that was not asked for', gzipSync(Buffer.alloc(8 * MIB))],
];

const successes: readonly (readonly [string, string | Buffer])[] = [
  ['a success of more than 4 MB', json({ status: 'success', data: 'x'.repeat(4 * MIB) })],
  ['a success with a string of 3 MB', json({ status: 'success', data: 'x'.repeat(3 * MIB) })],
  ['a success 10,000 levels deep', `{"status":"success","data":${deep(10_000, '{"a":', '}')}}`],
  ['a success of lists 100,000 deep', deep(100_000, '[', ']')],
  ['a success without data', json({ status: 'success' })],
  ['a success in HTML', '<html>welcome</html>'],
  ['half a success', '{"status":"success","data":{"customer_id"'],
  [
    'a success with data under __proto__',
    '{"status":"success","__proto__":{"data":{"kyc_status":"VERIFIED"}}}',
  ],
  [
    'a success whose data is a list of 100,000',
    json({ status: 'success', data: Array.from({ length: 100_000 }, () => 1) }),
  ],
  [
    'a success with 20,000 unknown fields and none that is known',
    json({ status: 'success', data: Object.fromEntries(entries(20_000).map((e) => [e.param, 1])) }),
  ],
  ['a success in invalid UTF-8', Buffer.alloc(10_000, 0xfe)],
  ['a compressed bomb', gzipSync(Buffer.alloc(64 * MIB, ' '))],
  ['a success without a body', ''],
];

const LIST_BYTES = 500 * KIB;
const filled = (open: string, entry: (place: number) => string, close: string) => {
  const parts: string[] = [];
  for (let [place, bytes] = [0, 0]; bytes < LIST_BYTES; bytes += parts.at(-1)?.length ?? 0)
    parts.push(`${entry(place++)},`);
  return `{"status":"success","data":${open}${parts.join('')}${close}}`;
};

/** Lists as long as they may be, or with as many entries, each as dear as its maker could have it. */
export const hostileLists: readonly (readonly [string, string])[] = [
  ['empty records', filled('[', () => '{}', '{}]')],
  ['numbers', filled('[', () => '1', '1]')],
  ['lists', filled('[', () => '[]', '[]]')],
  ['names of which none comes twice', filled('{', (place) => `"k${place}":1`, '"k":1}')],
  ['records with names of their own', filled('[', (place) => `{"a${place}":1}`, '{}]')],
  ['lists in one another', deep(LIST_BYTES / 2, '[', ']')],
  ['a text of signs', filled('["', () => '\\"[{', '"]')],
  ['1,900 empty records', `{"status":"success","data":[${'{},'.repeat(1_900)}{}]}`],
  ['9,900 numbers', `{"status":"success","data":[${'1,'.repeat(9_900)}1]}`],
];

const BEGUN = head(200, CHUNKED);
const ENDLESS = '{"status":"success","data":{"x":"';

/** Fifty ways of a bank to harm its caller. */
export const hostileReplies: readonly HostileReply[] = [
  ...refusals.map(([what, body]) => ({ what, answer: whole(400, body), ...REFUSED })),
  ...successes.map(([what, body]) => ({ what, answer: whole(200, body), ...BROKEN })),
  { what: 'a server error of 4 MB', answer: whole(500, sentence(4 * MIB)), ...UNANSWERED },
  { what: 'a redirect to itself', answer: whole(302, '', [['location', '/v1/again']]), ...BROKEN },
  {
    what: 'a redirect to another host',
    answer: whole(307, '', [['location', 'http://127.0.0.1:1/']]),
    ...BROKEN,
  },
  {
    what: 'a limit that ends in a thousand years',
    answer: whole(429, '', [['retry-after', '99999999999']]),
    ...LIMITED,
  },
  {
    what: 'a limit whose headers make no sense',
    answer: whole(429, '', [
      ['retry-after', '-1'],
      ['ratelimit-remaining', 'NaN'],
    ]),
    ...LIMITED,
  },
  {
    what: 'a reply that is longer than it says',
    answer: raw(`${head(200, [['content-length', '2']])}{"status":"success"}`),
    ...BROKEN,
  },
  {
    what: 'a reply that is shorter than it says',
    answer: raw(`${head(200, [['content-length', '999']])}{}`),
    ...UNANSWERED,
  },
  {
    what: 'two lengths that differ',
    answer: raw(
      `${head(200, [
        ['content-length', '2'],
        ['content-length', '3'],
      ])}{}`,
    ),
    ...UNANSWERED,
  },
  {
    what: 'a length below nothing',
    answer: raw(`${head(200, [['content-length', '-1']])}{}`),
    ...UNANSWERED,
  },
  { what: 'a chunk of an impossible size', answer: raw(`${BEGUN}ffffffffffffffff\r\nx`), ...UNANSWERED },
  { what: 'headers of a megabyte', answer: raw(head(200, [['x', 'y'.repeat(MIB)]])), ...UNANSWERED },
  {
    what: 'ten thousand headers',
    answer: raw(
      head(
        200,
        Array.from({ length: 10_000 }, (_, place) => [`x-${place}`, 'y'] as const),
      ),
    ),
    ...UNANSWERED,
  },
  { what: 'no HTTP at all', answer: raw('SSH-2.0-OpenSSH_9.6\r\n'), ...UNANSWERED },
  { what: 'an empty reply', answer: raw(''), ...UNANSWERED },
  { what: 'silence', answer: () => undefined, ...UNANSWERED },
  {
    what: 'headers that drip without end',
    answer: dripping('HTTP/1.1 200 X\r\n', 'x: y\r\n'),
    ...UNANSWERED,
  },
  {
    what: 'a body that drips without end',
    answer: dripping(`${BEGUN}21\r\n${ENDLESS}\r\n`, '1\r\nx\r\n'),
    ...UNANSWERED,
  },
  {
    what: 'one "still at it" after the other',
    answer: dripping('', 'HTTP/1.1 102 X\r\n\r\n'),
    ...UNANSWERED,
  },
  { what: 'a success that pours without end', answer: pouring(head(200, [])), ...BROKEN },
  { what: 'a refusal that pours without end', answer: pouring(head(400, [])), ...REFUSED },
];
