import type { CaseSnapshot } from '../../domain/case/snapshot';

const WHO: Readonly<Record<string, string>> = {
  bank: 'the bank',
  officer: 'an officer',
  borrower: 'the borrower',
  provider: "the provider's staff",
  operator: 'an operator',
  approver: 'an approver',
  calendar: 'the calendar',
};

/** What a case waits for in one sentence; `{since}` and `{until}` stand where the page puts instants. */
export function sentenceOf({ stageTitle, ended, attention, waiting }: Omit<CaseSnapshot, 'kind'>): string {
  if (ended) return `${stageTitle}: nothing is left to do, since {since}.`;
  if (attention) return `Needs a person since {since}: ${attention.cause}.`;
  if (!waiting) return `${stageTitle}: it goes on by itself, since {since}.`;
  const until = waiting.until === undefined ? '' : ', until {until}';
  return `Waits for ${waiting.about} since {since}${until}; ${WHO[waiting.on] ?? waiting.on} is to act.`;
}
