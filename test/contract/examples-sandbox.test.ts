import { differences } from '../support/contract/differences';
import { examples } from './examples';
import type { Example } from './examples/example';
import { succeeds } from '../support/contract/stage';
import { stageOf } from '../support/contract/preconditions';

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

test.each(titled(examples.filter(succeeds)))('The sandbox answers as documented: %s', async (_, example) => {
  const { status, body } = await answerTo(example);
  const { reply } = example;
  expect(differences(reply.body, body, reply)).toEqual([]);
  expect(status).toBe(reply.status);
  expect(body.message).toBe(reply.body.message ?? body.message);
});

test.each(titled(examples.filter((example) => !succeeds(example))))(
  'The sandbox refuses as documented: %s',
  async (_, example) => {
    const { status, body } = await answerTo(example);
    const { reply } = example;
    expect([status, body.status]).toEqual([reply.status, 'failed']);
    if (!wordless.includes(status)) expect(body).toMatchObject(reply.body);
  },
);
