import { Program } from '../support/program';

/** The small version of `npm run chaos -- webhooks`: the whole stack, with a real receiver and a real backfill of missed events. */
test('events delivered several times, shuffled, lost and forged have one effect each', async () => {
  const { code, out, err } = await new Program('chaos/main.ts', ['webhooks', '--quick', '--json']).ended;
  expect({ code, err }).toEqual({ code: 0, err });
  const found = JSON.parse(out) as Record<string, number>;
  expect(found).toMatchObject({ duplicateEffects: 0, missingEffects: 0, forgedAccepted: 0 });
  expect(found.handled).toBe(found.events);
  expect(found.recovered).toBe(found.dropped);
});

/** The small version of `npm run chaos -- messages`: the whole stack, and one case of every kind. */
test('random, mutated and unreadable messages fail no workflow task, and every kind of case goes on', async () => {
  const { code, out, err } = await new Program('chaos/main.ts', ['messages', '--quick', '--json']).ended;
  expect({ code, err }).toEqual({ code: 0, err });
  expect(JSON.parse(out)).toMatchObject({ kinds: 13, failedTasks: 0, commandsNotTaken: 0, stuck: 0 });
});

/** The small version of `npm run chaos -- audit`. */
test('what cases acknowledge amid junk, while worker and database are killed, stands in the audit, and no tampering stays hidden', async () => {
  const { code, out, err } = await new Program('chaos/main.ts', ['audit', '--quick', '--json']).ended;
  expect({ code, err }).toEqual({ code: 0, err });
  expect(JSON.parse(out)).toMatchObject({ lost: 0, undetected: 0, problems: 0 });
});
