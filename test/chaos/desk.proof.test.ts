import { Program } from '../support/program';

/** One count of everything. */
interface Counted {
  readonly twice: number;
  readonly lost: number;
  readonly wrongAnswers: number;
  readonly stuck: number;
  readonly kills: number;
  readonly rebuiltEqual: boolean;
}

test('killed amid commands over HTTP, desk, database and worker lose none, double none, and answer truly; a rebuilt copy equals the one before', async () => {
  const { out, err, code } = await new Program('chaos/main.ts', ['desk', '--quick', '--json']).ended;
  const result = JSON.parse(out) as Counted;
  expect({ ...result, err }).toMatchObject({
    ...{ twice: 0, lost: 0, wrongAnswers: 0, stuck: 0, kills: 3, rebuiltEqual: true },
  });
  expect(code).toBe(0);
});
