import { differences } from './differences';
import { examples } from './examples';
import type { Example } from './examples/example';
import { succeeds } from './request';
import { stageOf } from './situations';

const titled = (chosen: readonly Example[]) =>
  chosen.map((example) => [`${example.operation} ${example.shows}`, example] as const);

/** Of these the documents give the status alone. */
const wordless = [401, 403, 429];

async function answerTo({ given, send }: Example) {
  const stage = await stageOf(given);
  const answer = await stage.send(send);
  await stage.close();
  return answer;
}

describe('The sandbox answers as documented', () => {
  test.each(titled(examples.filter(succeeds)))('%s', async (_, example) => {
    const { status, body } = await answerTo(example);
    const { reply } = example;
    expect(differences(reply.body, body, reply)).toEqual([]);
    expect(status).toBe(reply.status);
    expect(body.message).toBe(reply.body.message ?? body.message);
  });
});

describe('The sandbox refuses as documented', () => {
  test.each(titled(examples.filter((example) => !succeeds(example))))('%s', async (_, example) => {
    const { status, body } = await answerTo(example);
    const { reply } = example;
    expect([status, body.status]).toEqual([reply.status, 'failed']);
    if (!wordless.includes(status)) expect(body).toMatchObject(reply.body);
  });
});
