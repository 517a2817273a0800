import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditQuery } from '../../../../src/desk/contract';
const AUDIT = {
  about: 'Who did what, when and why: by person, by case, by day. Entries are chained and signed.',
  person: 'Person',
  case: 'Case',
  caseAbout: 'Id of its workflow, such as payout:PO-2026-0001',
  day: 'Day',
  show: 'Show',
  csv: 'Download as CSV',
  endSessions: (person: string) => `End all sessions of ${person}`,
  sessionsEnded: (count: number) => `Ended: ${count}`,
  verify: 'Check every chain',
  verified: 'What the check found',
  intact: 'Nothing was changed, and nothing is missing.',
  reliedOn: 'Relied on',
  checked: (entries: number, cases: number, checkpoints: number) =>
    `${entries} entries of ${cases} cases and ${checkpoints} signed checkpoints`,
  unsigned: (count: number) => `${count} entries are not signed yet`,
  choose: 'Choose a person, a case or a day',
  chooseAbout: 'The audit is long: it is read by one of them at least.',
  empty: 'Nothing was done',
  emptyAbout: 'Nothing fits what you have chosen.',
  table: 'Entries of the audit',
  columns: { at: 'When', what: 'What', who: 'Who', case: 'Case', detail: 'Detail', proof: 'Proof' },
  signed: 'signed',
  unsignedEntry: 'without proof',
  foreign: 'not written by a worker',
  more: 'Older entries',
  hash: 'hash',
} as const;

/** By whom, about which case, on which day; what is chosen stands in the address. */
export function AuditFilter({ query }: { readonly query: AuditQuery }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState({
    person: query.person ?? '',
    case: query.case ?? '',
    day: query.day ?? '',
  });
  const field = (name: keyof typeof typed) => ({
    label: AUDIT[name],
    value: typed[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((all) => ({ ...all, [name]: value }));
    },
  });
  const show = () => {
    const search = Object.fromEntries(
      Object.entries(typed).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
    );
    void navigate({ to: '/audit', search });
  };
  return (
    <form
      role="search"
      className="grid filters"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <TextInput {...field('person')} autoComplete="off" />
      <TextInput
        {...field('case')}
        placeholder="Id of its workflow, such as payout:PO-2026-0001"
        autoComplete="off"
        className="two"
      />
      <TextInput {...field('day')} type="date" />
      <Button type="submit">Show</Button>
    </form>
  );
}
