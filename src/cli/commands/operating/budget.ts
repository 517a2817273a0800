import type { Command } from '@commander-js/extra-typings';
import { withClient } from '../../../cases/connection';
import { backlogs, rateLimitReport, type Backlog } from '../../../cases/rate-limit';
import { examples, columns, printResult, momentText, section } from '../../terminal';
import type { RateLimitReport } from '../../../activities/own-reports';

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

/** The rate limit for people: calls left and until when, calls by operation, and the waiting calls. */
export function rateLimitView(report: RateLimitReport, waiting: readonly Backlog[], nowMs: number): string {
  const calls = report.calls.map(({ urgency, operation, calls: count, refused }) => [
    urgency,
    operation,
    String(count),
    refused > 0 ? `${refused} refused` : '',
  ]);
  return [
    `As the worker ${report.worker} sees it:`,
    ...report.policies.map((policy) => policyText(policy, nowMs)),
    section('Called in this window', calls.length === 0 ? ['nothing'] : columns(calls)),
    section('Waiting in the queues', columns(waiting.map(backlogCells))),
  ].join('\n\n');
}

function policyText(policy: RateLimitReport['policies'][number], nowMs: number) {
  const { limit, remaining, reserve, usedByOthers, inFlight, windowMs, isOpen, endsInMs } = policy;
  const until = isOpen
    ? `until ${momentText(new Date(nowMs + endsInMs).toISOString())}`
    : 'which is not open yet';
  return [
    `${remaining} of ${limit} calls left in a window of ${windowMs / 1_000} s, ${until}`,
    `  kept for urgent calls: ${reserve}; under way: ${inFlight}; used by others, or before a restart: ${usedByOthers}`,
  ].join('\n');
}

const backlogCells = ({ queue, calls, oldestMs }: Backlog) => [
  queue,
  calls === 0 ? 'nothing' : `about ${calls}, the oldest for ${Math.round(oldestMs / 1_000)} s`,
];
