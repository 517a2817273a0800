import { SETTINGS } from '../../../bench/budget/budget';
import { inTestEnvironment } from '../../../bench/test-environment';
import { takeOver } from '../../../bench/workers/take-over';

/** Two worker processes; the keeper is killed, and then two in turn are stopped and woken. What became of it, as JSON. */
const found = inTestEnvironment(
  SETTINGS,
  async (environment) => {
    environment.hire();
    const found = [await takeOver(environment, 'kill -9', 1)];
    // The worker that was stopped first becomes the keeper again.
    for (const number of [2, 3]) found.push(await takeOver(environment, 'SIGSTOP', number));
    return found;
  },
  { keepsRecords: true },
);

void found.then(
  (takeOvers) => {
    process.stdout.write(JSON.stringify(takeOvers));
    process.exit(0);
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
