import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { CasePage, Kind, SearchReply, Session } from '../../../src/desk/contract';
import { caseQuery, searchQuery } from '../api/queries';
import { koboOf, nairaText } from '../format/money';
import { shortLagosText } from '../format/time';
import { counted, spoken } from '../format/words';
import { pagesFor } from './navigation';

/** Time without a key press before the palette asks the desk, in milliseconds. */
const PAUSE_MS = 120;

const LABEL = 'Search and commands';

/** Ctrl-K: all cases, all pages, and the commands of the open case. */
export function Palette({ session }: { readonly session: Session }) {
  const [query, setQuery] = useState('');
  const [settled] = useDebouncedValue(query, PAUSE_MS);
  const navigate = useNavigate();
  const maySearch = session.mayUse.includes('search') && query.trim().length > 1;
  const found = useQuery({ ...searchQuery(settled), ...(maySearch ? {} : { enabled: false }) });
  // Results of a shorter word are not shown: Enter would open one of them.
  const isSearching = maySearch && (settled !== query || found.isPending);
  useEffect(() => {
    if (query !== '' && !isSearching) markFirst();
  }, [query, isSearching]);
  const open = useOpenCase();
  const go = (to: string, search: Record<string, string> = {}) => void navigate({ to, search } as never);
  const actions = [
    group('Commands of this case', commandActions(open, go), query),
    group('Pages', pageActions(session, go), query),
    {
      group: 'Cases',
      actions: found.data && maySearch && !isSearching ? caseActions(found.data, settled, session, go) : [],
    },
  ].filter(({ actions: some }) => some.length > 0);
  return (
    <Spotlight
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      // The desk has searched already: matches by name or account may lack the typed words.
      filter={(_, all) => all}
      nothingFound={query.trim() === '' ? null : nothingText(isSearching, found.isError)}
      shortcut={['mod + K', '/']}
      highlightQuery={false}
      scrollable
      maxHeight={420}
      lockScroll={false}
      searchProps={{
        placeholder: 'Reference, name, phone, account, amount, or a command',
        'aria-label': LABEL,
        onKeyDown: ({ key }) => {
          if (key === 'Enter') openFirstUnlessSelected();
        },
      }}
    />
  );
}

function nothingText(isSearching: boolean, isError: boolean): string {
  if (isSearching) return 'Searching';
  return isError
    ? 'The desk could not search: try again.'
    : 'Nothing fits. Try a reference, a name, an amount, or a whole account, phone, BVN or e-mail.';
}

/** Marks the first entry. Mantine keeps the place of the marked one to itself, so that only its key moves it. */
function markFirst(): void {
  const input = document.querySelector(`input[aria-label="${LABEL}"]`);
  const entries = document.querySelectorAll('[data-action]');
  for (let moves = 0; moves <= entries.length; moves++) {
    input?.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true }));
    if (entries[0]?.hasAttribute('data-selected')) return;
  }
}

/** Opens the first result if a later answer has replaced the selected one. */
function openFirstUnlessSelected(): void {
  if (document.querySelector('[data-action][data-selected]')) return;
  document.querySelector<HTMLElement>('[data-action]')?.click();
}

type Go = (to: string, search?: Record<string, string>) => void;

const group = (
  name: string,
  actions: readonly SpotlightActionData[],
  query: string,
): SpotlightActionGroupData => {
  const words = query.toLowerCase().split(/\s+/);
  const fits = ({ label = '' }: SpotlightActionData) =>
    words.every((word) => label.toLowerCase().includes(word));
  return { group: name, actions: actions.filter(fits) };
};

const pageActions = (session: Session, go: Go): SpotlightActionData[] =>
  pagesFor(session).map(({ to, title }) => ({
    id: to,
    label: title,
    onClick: () => go(to),
  }));

/** The found cases, and a link to the rest. */
function caseActions(
  { cases, unreadable, total }: SearchReply,
  q: string,
  { demonstration }: Session,
  go: Go,
): SpotlightActionData[] {
  const clock = demonstration ? ' (real time)' : '';
  const described = [
    ...cases.map(({ stageTitle, name, amountKobo, accountEndsWith, startedAt, ...found }) => ({
      ...found,
      find: isFoundByPayout({ ...found, amountKobo }, q) ? q : undefined,
      about: [
        isFoundByPayout({ ...found, amountKobo }, q) && 'one of its payouts fits',
        ...[stageTitle, name, amountKobo !== undefined && nairaText(amountKobo)],
        ...[
          accountEndsWith !== undefined && `account …${accountEndsWith}`,
          `started ${shortLagosText(startedAt)}${clock}`,
        ],
      ],
    })),
    ...unreadable.map(({ why, ...found }) => ({
      ...found,
      find: undefined,
      about: ['1 case cannot be shown: tell whoever runs the desk. The others are complete.', why],
    })),
  ];
  const shown = described.map(({ kind, reference, find, about }) => ({
    id: `${kind}:${reference}`,
    label: reference,
    description: [spoken(kind), ...about].filter(Boolean).join(' · '),
    onClick: () => go(`/cases/${kind}/${encodeURIComponent(reference)}`, find === undefined ? {} : { find }),
  }));
  const all = {
    id: 'all',
    label: `All ${counted(total, 'result')}`,
    onClick: () => go('/', { tab: 'all', q }),
  };
  const isFound = shown.some(({ label }) => label.toLowerCase() === q.trim().toLowerCase());
  const others = isFound ? shown : [...shown, ...ofThisReference(q, go)];
  return total > shown.length ? [...others, all] : others;
}

/** A batch is found by its payouts, too: its page then shows those that fit. */
const isFoundByPayout = (
  { kind, reference, amountKobo }: Pick<SearchReply['cases'][number], 'kind' | 'reference' | 'amountKobo'>,
  q: string,
) =>
  kind === 'batch' && !reference.toLowerCase().includes(q.trim().toLowerCase()) && koboOf(q) !== amountKobo;

/** A whole reference, such as that of a row of a salary file. */
const REFERENCE = /^(?=.*[a-z])(?=.*\d)[\w-]{3,}$/i;

/** The way to a payout of a batch, which is no case of the search. */
const ofThisReference = (q: string, go: Go): SpotlightActionData[] =>
  REFERENCE.test(q.trim())
    ? [
        {
          id: `payout:${q.trim()}`,
          label: q.trim(),
          description: 'Payout, if there is one with this reference, also of a batch',
          onClick: () => go(`/cases/payout/${encodeURIComponent(q.trim())}`),
        },
      ]
    : [];

const commandActions = (open: CasePage | undefined, go: Go): SpotlightActionData[] =>
  (open?.commands ?? [])
    .filter(({ allowed }) => allowed)
    .map(({ name, summary }) => ({
      id: `command:${name}`,
      label: summary,
      description: open?.reference ?? '',
      onClick: () => go(`/cases/${open?.kind}/${encodeURIComponent(open?.reference ?? '')}`, { do: name }),
    }));

/** The case whose page is open, as last read. */
function useOpenCase(): CasePage | undefined {
  const [, kind, reference] = /^\/cases\/([^/]+)\/([^/]+)/.exec(useLocation().pathname) ?? [];
  const query = caseQuery((kind ?? 'loan') as Kind, decodeURIComponent(reference ?? ''));
  return useQuery({ ...query, enabled: false }).data;
}
