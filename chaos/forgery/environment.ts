import { ringWith } from '../../test/support/authority/acts';
import { authority, receipts } from '../../test/support/authority/forgeries';
import { people, POLICY } from '../../test/support/activities/gate';
import { startTestEnvironment, type TestEnvironment } from '../../test/support/cli/environment';

const keyRing = new Map([...authority.keyRing(), ...ringWith(...people.map(({ entry }) => entry))]);

/** A real server, the sandbox in its own time, and workers that take nothing unsigned. */
export async function signedEnvironment(): Promise<TestEnvironment> {
  const settings = { ...authority, receipts, keyRing: () => keyRing };
  const env = await startTestEnvironment(POLICY, { rate: 60, authority: settings });
  await env.startWorkers();
  return env;
}
