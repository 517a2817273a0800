import { operationNamed } from '../../src/bank/contract';
import {
  NotAuthorisedError,
  NotYetError,
  RateLimitedError,
  RequestRefusedError,
} from '../../src/bank/errors';
import { examples } from './examples';
import { asRead, type Example } from './examples/example';
import { inputOf, succeeds } from '../support/contract/stage';
import { stubbed, type Received } from '../support/contract/stub';

const titled = (chosen: readonly Example[]) =>
  chosen.map((example) => [`${example.operation} ${example.shows}`, example] as const);

const wellFormed = examples.filter(({ malformed }) => !malformed);

/** Each is listed in the documents as "later", not as "no". */
const later = [
  'Application has no loan ID',
  'Application has no SME Finance reference',
  'Application has no offer yet',
  'No SME loan ID on record',
];

function errorFor({ status, body }: Example['reply']) {
  if (status === 429) return RateLimitedError;
  if (status === 401 || status === 403) return NotAuthorisedError;
  return later.includes(String(body.message)) ? NotYetError : RequestRefusedError;
}

const call = ({ operation, send, reply }: Example) =>
  stubbed(reply, (client) => (client[operation] as (input: object) => Promise<unknown>)(inputOf(send)));

/** The parts of a form: what each says of itself, and its content. */
function partsIn({ body, headers }: Received) {
  const boundary = headers['content-type']!.split('boundary=')[1]!;
  const parts = body.toString().split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => part.trimStart().slice(0, -2).split('\r\n\r\n'));
}

test.each(titled(wellFormed))('The client sends exactly the documented request %s', async (_, example) => {
  const { received } = await call(example);
  expect(received).toHaveLength(1);
  const { line, headers, body } = received[0]!;
  expect(line).toBe(example.send.line);
  expect(headers).toMatchObject({ 'x-service-key': 'sample-service-key', apikey: 'sample-api-key' });
  if (example.send.file) return;
  expect(body.toString() ? JSON.parse(body.toString()) : undefined).toEqual(example.send.body);
  expect(headers['content-type']).toBe(example.send.body && 'application/json');
});

test.each(titled(wellFormed.filter(({ send }) => send.file)))(
  'The client sends exactly the documented request as a form: %s',
  async (_, example) => {
    const { received } = await call(example);
    const { body, file } = example.send;
    expect(partsIn(received[0]!)).toEqual([
      ['Content-Disposition: form-data; name="file_tag"', body!.file_tag],
      [
        `Content-Disposition: form-data; name="file"; filename="${file!.filename}"\r\nContent-Type: ${file!.type}`,
        file!.content,
      ],
    ]);
  },
);

test.each(titled(examples.filter(succeeds)))(
  'The client returns the documented data: %s',
  async (_, example) => {
    const { status: _status, message: _message, data, ...beside } = example.reply.body;
    const { outcome } = await call(example);
    const value = operationNamed(example.operation).beside ? { data, ...beside } : data;
    expect(outcome).toEqual({
      status: 'fulfilled',
      // An event is kept as it was delivered.
      value: example.operation === 'listWebhookEvents' ? value : asRead(value),
    });
  },
);

test.each(titled(wellFormed.filter((example) => !succeeds(example))))(
  'The client tells a refusal by its error: %s',
  async (_, example) => {
    const { outcome } = await call(example);
    expect(outcome.status).toBe('rejected');
    const { reason } = outcome as PromiseRejectedResult;
    expect(reason).toBeInstanceOf(errorFor(example.reply));
    if (!(reason instanceof RequestRefusedError)) return;
    expect([reason.status, reason.refusal]).toEqual([example.reply.status, example.reply.body.message]);
  },
);

test.each(titled(examples.filter(({ malformed }) => malformed)))(
  'The client tells a refusal by its error: without sending: %s',
  async (_, example) => {
    const { outcome, received } = await call(example);
    expect(received).toEqual([]);
    expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(RequestRefusedError);
  },
);
