import { createSandbox } from '../../sandbox/app';
import type { SandboxSettings } from '../../sandbox/settings';
import type { Work } from '../arrivals';
import { countsOf, figuresOf, type Figures } from '../budget/figures';
import { carryOut } from '../work';
import { compete, baselines, type BaselineName } from './baseline';

/** The same work by every baseline, side by side, each on a sandbox of its own with the same settings and seed. */
export const baselineFigures = (settings: SandboxSettings, work: Work): Promise<Figures[]> =>
  Promise.all(
    (Object.keys(baselines) as BaselineName[]).map((name) => figuresOfBaseline(name, settings, work)),
  );

async function figuresOfBaseline(
  name: BaselineName,
  settings: SandboxSettings,
  work: Work,
): Promise<Figures> {
  const sandbox = await createSandbox(settings);
  const baseline = compete(name, sandbox, await sandbox.listen({ port: 0 }));
  try {
    const before = countsOf(sandbox);
    const courses = await carryOut(work, sandbox, baseline.payOut);
    return figuresOf({ who: name, work: work.name }, sandbox, before, courses);
  } finally {
    await baseline.close();
    await sandbox.close();
  }
}
