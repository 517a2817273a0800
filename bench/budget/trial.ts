import { burst, type Work } from '../arrivals';
import { BENEFICIARIES, byWorkflow } from '../payouts';
import { log } from '../report';
import type { TestEnvironment } from '../test-environment';
import { carryOut } from '../work';
import { countsOf, figuresOf, type Figures } from './figures';
import { untilWindowEnds } from './windows';

/** What the tables call the product. */
export const PRODUCT = 'this project';

/** Pays every beneficiary once, so that the worker knows them all. */
export async function warmUp(environment: TestEnvironment): Promise<void> {
  log('Warming up.');
  const work = { name: 'warm-up', code: 'W', arrivalsMs: burst(BENEFICIARIES) };
  await carryOut(work, environment.sandbox, byWorkflow(environment));
}

/** The product at a piece of work that begins with an empty window. */
export async function product(
  environment: TestEnvironment,
  work: Work,
  meanwhile = async () => {},
): Promise<Figures> {
  const { sandbox } = environment;
  await untilWindowEnds(sandbox);
  log(`${work.name} (${work.arrivalsMs.length} payouts)`);
  const before = countsOf(sandbox);
  const [courses] = await Promise.all([carryOut(work, sandbox, byWorkflow(environment)), meanwhile()]);
  const figures = figuresOf({ who: PRODUCT, work: work.name }, sandbox, before, courses);
  log(`  ${JSON.stringify(figures)}`);
  return figures;
}
