import { attempts } from '../../chaos/forgery/attempts';
import { signedEnvironment } from '../../chaos/forgery/environment';
import { forge } from '../../chaos/forgery/forge';
import { twins } from '../../chaos/forgery/twins';

/** Each kind needs a case of its own; a loaded machine must not fail them. */
const TEST_MS = 840_000;

/** An activity may be over before it is forged: that attempt could not be made. */
const UNTRIED_MAX = 3;

test(
  'no kind of forgery moves money through Temporal, and each legitimate twin goes through',
  async () => {
    const env = await signedEnvironment();
    try {
      const result = await forge(env, 1);
      expect(attempts.size).toBeGreaterThanOrEqual(100);
      expect(result).toMatchObject({ effects: 0, taken: 0, paid: twins.size });
      expect(result.attempts).toBeGreaterThanOrEqual(attempts.size - UNTRIED_MAX);
    } finally {
      await env.stop();
    }
  },
  TEST_MS,
);
