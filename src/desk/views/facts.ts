import type { CaseSnapshot } from '../../domain/case/snapshot';
import type { CasePage } from '../contract/case-page';

type Fact = CasePage['facts'][number];

/** Facts that stand elsewhere on the page. */
const ELSEWHERE = ['digest', 'approvals', 'branch'];

/** Words that a name splits into, and that people write otherwise. */
const WORDS: Readonly<Record<string, string>> = {
  duty: 'stamp duty',
  id: 'ID',
  kobo: '',
  naira: '',
  ref: 'reference',
};

/** What a case knows of itself, with labels for people. */
export const factsOf = (facts: CaseSnapshot['facts']): Fact[] =>
  Object.entries(facts)
    .filter(([name]) => !ELSEWHERE.includes(name))
    .map(([name, value]) => ({ name, label: labelOf(name), value, kind: kindOf(name, value) }));

function labelOf(name: string): string {
  const words = name
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ')
    .map((word) => WORDS[word] ?? word)
    .filter((word) => word !== '');
  const label = words.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function kindOf(name: string, value: string | number | null): Fact['kind'] {
  if (name.endsWith('Kobo')) return 'money';
  if (/digest$/i.test(name)) return 'digest';
  if (typeof value === 'number') return 'number';
  if (typeof value !== 'string') return 'text';
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return 'instant';
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'day' : 'text';
}

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
