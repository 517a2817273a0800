import { forge, signedEnvironment } from '../../chaos/forgery/forge';
import { attempts } from '../../chaos/forgery/attempts';

test('no kind of forgery moves money through Temporal, and each legitimate twin goes through', async () => {
  const env = await signedEnvironment();
  try {
    const result = await forge(env, 1);
    expect(attempts.size).toBeGreaterThanOrEqual(20);
    expect(result).toMatchObject({ attempts: attempts.size, effects: 0, taken: 0, twins: 1, paid: 1 });
  } finally {
    await env.stop();
  }
}, 300_000);
