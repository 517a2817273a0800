import type { BudgetReport } from '../domain/budget-report';
import { instantText } from '../domain/case-file';
import { rows } from './case-view';

/** What waits in the queue of one lane, about. */
export interface Backlog {
  readonly lane: string;
  readonly calls: number;
  readonly oldestMs: number;
}

/** The budget for people: what is left until when, who used the window, and what waits for room. */
export function budgetView(report: BudgetReport, waiting: readonly Backlog[], nowMs: number): string {
  const calls = report.calls.map(({ urgency, operation, calls: count, refused }) => [
    urgency,
    operation,
    String(count),
    refused > 0 ? `${refused} refused` : '',
  ]);
  return [
    `As the worker ${report.worker} sees it:`,
    ...report.policies.map((policy) => policyText(policy, nowMs)),
    section('Called in this window', rows(calls)),
    section('Waiting in the queues', rows(waiting.map(backlogCells))),
  ].join('\n\n');
}

type Policy = BudgetReport['policies'][number];

function policyText({ limit, remaining, reserve, usedByOthers, inFlight, ...time }: Policy, nowMs: number) {
  const { windowMs, endsInMs } = time;
  const until = endsInMs < windowMs ? instantText(new Date(nowMs + endsInMs).toISOString()) : undefined;
  const left = `${remaining} of ${limit} calls left in a window of ${windowMs / 1_000} s`;
  return [
    until === undefined ? `${left}, which is not open yet` : `${left}, until ${until}`,
    `  kept for urgent calls: ${reserve}; under way: ${inFlight}; used by others, or before a restart: ${usedByOthers}`,
  ].join('\n');
}

const backlogCells = ({ lane, calls, oldestMs }: Backlog) => [
  lane,
  calls === 0 ? 'nothing' : `about ${calls}, the oldest for ${Math.round(oldestMs / 1_000)} s`,
];

const section = (title: string, lines: readonly string[]) =>
  [title, ...(lines.length === 0 ? ['nothing'] : lines).map((line) => `  ${line}`)].join('\n');
