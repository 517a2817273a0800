import type { Command } from '@commander-js/extra-typings';
import { withClient } from '../../../cases/connection';
import { backlogs, rateLimitReport } from '../../../cases/rate-limit';
import { examples } from '../../command-line';
import { printResult } from '../../terminal';
import { rateLimitView } from '../../views/rate-limit';

/** Adds `budget`. */
export function addBudget(program: Command): void {
  program
    .command('budget')
    .description('Show how many calls the bank still takes, who used them, and what waits.')
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples('budget', 'budget --json'))
    .action(({ json }) =>
      withClient(async (client) => {
        const report = await rateLimitReport(client);
        const waiting = await backlogs(client);
        printResult(json, { ...report, waiting }, () => rateLimitView(report, waiting, Date.now()));
      }),
    );
}
