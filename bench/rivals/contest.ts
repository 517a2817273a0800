import { createSandbox } from '../../src/sandbox/app';
import type { SandboxSettings } from '../../src/sandbox/settings';
import type { Work } from '../arrivals';
import { countsOf, figuresOf, type Figures } from '../figures';
import { carryOut } from '../work';
import { compete, rivals, type RivalName } from './rival';

/** The same work by every rival, side by side, each on a sandbox of its own with the same settings and seed. */
export const rivalFigures = (settings: SandboxSettings, work: Work): Promise<Figures[]> =>
  Promise.all((Object.keys(rivals) as RivalName[]).map((name) => figuresOfRival(name, settings, work)));

async function figuresOfRival(name: RivalName, settings: SandboxSettings, work: Work): Promise<Figures> {
  const sandbox = await createSandbox(settings);
  const rival = compete(name, sandbox, await sandbox.listen({ port: 0 }));
  try {
    const before = countsOf(sandbox);
    const courses = await carryOut(work, sandbox, rival.payOut);
    return figuresOf({ who: name, work: work.name }, sandbox, before, courses);
  } finally {
    await rival.close();
    await sandbox.close();
  }
}
