import { Program } from '../support/program';

/** The small version of `npm run chaos -- messages`: the whole stack, and one case of every kind. */
test('random, mutated and unreadable messages fail no workflow task, and every kind of case goes on', async () => {
  const { code, out, err } = await new Program('chaos/main.ts', ['messages', '--quick', '--json']).ended;
  expect({ code, err }).toEqual({ code: 0, err });
  expect(JSON.parse(out)).toMatchObject({ kinds: 13, failedTasks: 0, commandsNotTaken: 0, stuck: 0 });
});
