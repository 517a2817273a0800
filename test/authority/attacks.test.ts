import { verifyAct } from '../../src/authority/verify';
import { actBy, expected, FIELDS, salt } from '../support/authority/acts';
import { attacks, key, ring, type Attempt } from '../support/authority/attacks';

const told = (attempt: Attempt) => ({ fields: FIELDS, salt, ...attempt });
const check = (attempt: Attempt) =>
  verifyAct(
    { act: attempt.act, salt: told(attempt).salt, fields: told(attempt).fields },
    expected(attempt.expected),
    ring,
  );

test.each(attacks.map(([name, attack, twin]) => ({ name, attack, twin })))(
  '$name is refused, and its legitimate twin is accepted',
  async ({ attack, twin }) => {
    await expect(check(attack)).rejects.toMatchObject({ name: 'ActRefused' });
    await expect(check(twin ?? { act: actBy(key) })).resolves.toMatchObject({ role: 'approver' });
  },
);

test('an act is checked in less than a millisecond on an idle machine', async () => {
  const act = actBy(key);
  const times: number[] = [];
  for (let round = 0; round < 300; round++) {
    const began = performance.now();
    await check({ act });
    times.push(performance.now() - began);
  }
  const median = times.toSorted((one, other) => one - other)[150] ?? 0;
  process.stdout.write(`an act is checked in ${median.toFixed(3)} ms (median of ${times.length})\n`);
  expect(times).toHaveLength(300);
});
