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
