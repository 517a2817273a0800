import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { koboOf } from '../../format/money';
import { KINDS, spoken } from '../../format/words';
import type { ListQuery } from '../../api/queries';
import { PersonSelect } from '../../parts/person';
const FILTER = {
  q: 'Search',
  qAbout: 'Reference, name, phone, account, BVN, amount',
  kind: 'Kind',
  stage: 'Stage',
  waitingFor: 'Waits for',
  on: 'Waits on',
  assignee: 'Assignee',
  madeBy: 'Made by',
  days: 'Day of',
  from: 'From day',
  to: 'To day',
  branch: 'Branch',
  waitingHours: 'Waiting at least, hours',
  minAmountKobo: 'From amount, naira',
  maxAmountKobo: 'To amount, naira',
  sort: 'Order',
} as const;

const SORTS = {
  waiting: 'Longest wait first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  amount: 'Largest amount first',
  reference: 'By reference',
  changed: 'Changed last first',
} as const;

const DAYS = { started: 'The start', ended: 'The end', disbursed: 'The disbursement' } as const;

const ON = ['officer', 'supervisor', 'borrower', 'approver', 'operator', 'bank', 'provider'];

type Typed = Readonly<Record<string, string>>;

/** Filters in kobo in the address, but typed in naira. */
const AMOUNTS = ['minAmountKobo', 'maxAmountKobo'];

/** Filters typed in words, but codes in the address: *Bank statement* is `BANK_STATEMENT`. */
const CODES = ['stage', 'waitingFor'];

/** The filters of the queue. The address holds the applied ones. */
export function Filters({ query }: { readonly query: ListQuery }) {
  const navigate = useNavigate();
  // The form follows the address, so that going back in the history shows its filters again.
  return (
    <Form
      key={JSON.stringify(query)}
      query={query}
      onApply={(search) => void navigate({ to: '/', search })}
    />
  );
}

interface FormProps {
  readonly query: ListQuery;
  readonly onApply: (query: ListQuery) => void;
}

function Form({ query, onApply }: FormProps) {
  const [typed, setTyped] = useState<Typed>(() => typedOf(query));
  const { tab } = query;
  const field = (name: string) => ({
    label: FILTER[name as keyof typeof FILTER],
    name,
    value: typed[name] ?? '',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((all) => ({ ...all, [name]: value }));
    },
  });
  const chosen = (name: string, choices: readonly string[]) => (
    <NativeSelect
      {...field(name)}
      data={[{ value: '', label: 'Any' }, ...choices.map((value) => ({ value, label: spoken(value) }))]}
    />
  );
  const isNarrowed = Object.keys(typed).some(
    (name) => !['sort', 'days'].includes(name) && typed[name] !== '',
  );
  return (
    <form
      role="search"
      aria-label="Filters"
      className="grid filters"
      onSubmit={(event) => {
        event.preventDefault();
        onApply({ ...(tab ? { tab } : {}), ...queryOf(typed) });
      }}
    >
      <TextInput {...field('q')} placeholder={FILTER.qAbout} className="two" type="search" />
      {chosen('kind', KINDS)}
      {chosen('on', ON)}
      <NativeSelect
        {...field('sort')}
        value={typed['sort'] ?? 'waiting'}
        data={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
      />
      <div className="row">
        <Button type="submit">Apply</Button>
        {isNarrowed && (
          <Button variant="default" onClick={() => onApply(tab ? { tab } : {})}>
            Clear
          </Button>
        )}
      </div>
      <More
        isOpen={[
          'stage',
          'waitingFor',
          'assignee',
          'madeBy',
          'from',
          'to',
          'branch',
          'waitingHours',
          ...AMOUNTS,
        ].some((name) => typed[name])}
      >
        <TextInput {...field('stage')} />
        <TextInput {...field('waitingFor')} placeholder="Offer answer" />
        <PersonSelect {...field('assignee')} nobody="Any" />
        <NativeSelect
          {...field('madeBy')}
          data={[
            { value: '', label: 'Anybody' },
            { value: 'me', label: 'Me' },
          ]}
        />
        <NativeSelect
          {...field('days')}
          value={typed['days'] ?? 'started'}
          data={Object.entries(DAYS).map(([value, label]) => ({ value, label }))}
        />
        <TextInput {...field('from')} type="date" />
        <TextInput {...field('to')} type="date" />
        <TextInput {...field('branch')} />
        <TextInput {...field('waitingHours')} inputMode="numeric" />
        <TextInput {...field('minAmountKobo')} inputMode="decimal" />
        <TextInput {...field('maxAmountKobo')} inputMode="decimal" />
      </More>
    </form>
  );
}

const More = ({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) => (
  <details open={isOpen} className="all">
    <summary>More filters</summary>
    <div className="grid filters">{children}</div>
  </details>
);

const typedOf = ({ tab: _tab, page: _page, size: _size, ...query }: ListQuery): Typed =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      AMOUNTS.includes(name) ? String(Number(value) / 100) : String(value),
    ]),
  );

const queryOf = (typed: Typed): ListQuery =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]): [string, string | number][] => {
      const value = text.trim();
      if (value === '' || (name === 'sort' && value === 'waiting')) return [];
      if (AMOUNTS.includes(name)) return [[name, koboOf(value) ?? 0]];
      if (name === 'waitingHours') return [[name, Number(value) || 0]];
      return [[name, CODES.includes(name) ? value.toUpperCase().replace(/[ -]/g, '_') : value]];
    }),
  );
