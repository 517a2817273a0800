import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditQuery } from '../../../../src/desk/contract';
import { texts } from '../../texts';

const { audit: words } = texts;

/** By whom, about which case, on which day; what is chosen stands in the address. */
export function AuditFilter({ query }: { readonly query: AuditQuery }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState({
    person: query.person ?? '',
    case: query.case ?? '',
    day: query.day ?? '',
  });
  const field = (name: keyof typeof typed) => ({
    label: words[name],
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
      aria-label={texts.queue.filters}
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <TextInput {...field('person')} autoComplete="off" />
      <TextInput {...field('case')} placeholder={words.caseAbout} autoComplete="off" className="two" />
      <TextInput {...field('day')} type="date" />
      <Button type="submit">{words.show}</Button>
    </form>
  );
}
