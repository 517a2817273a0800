import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { People } from '../../../src/desk/contract';
import { peopleQuery } from '../api/queries';

/** Who has logged in at the desk; nobody while that is not known. */
const usePeople = (): People['people'] => useQuery(peopleQuery).data?.people ?? [];

/** The name of a person by the subject that cases keep; the subject itself where the desk knows no name. */
function useNames(): (subject: string) => string {
  const people = usePeople();
  return (subject) => people.find((one) => one.subject === subject)?.name ?? subject;
}

/** The person of a subject; `undefined` where the desk knows nobody of it. */
export const useKnown = (subject: string | undefined): People['people'][number] | undefined =>
  usePeople().find((one) => one.subject === subject);

/** A person by name; the subject, which acts and audit keep, stands in its title. */
export const Person = ({ subject }: { readonly subject: string }) => (
  <span title={subject}>{useNames()(subject)}</span>
);

/** Who looks after a case, in a list. */
export const Assignee = ({ subject }: { readonly subject: string | undefined }) =>
  subject === undefined ? <span className="soft">none</span> : <Person subject={subject} />;

/** Several of them. */
export const Persons = ({ subjects }: { readonly subjects: readonly string[] }) =>
  subjects.map((subject, place) => (
    <Fragment key={subject}>
      {place > 0 && ', '}
      <Person subject={subject} />
    </Fragment>
  ));

/** Who has done something, as a timeline has it: a subject alone, or behind its role. */
export function Doer({ by }: { readonly by: string }) {
  const [, role = '', subject = by] = /^(\S+ )?(\S+)$/.exec(by) ?? [];
  return (
    <>
      <Person subject={subject} />
      {role !== '' && ` (${role.trim()})`}
    </>
  );
}

/** A sentence of a case that tells whose command came first, with the name. */
export const useNamedSentence = (): ((sentence: string) => string) => {
  const nameOf = useNames();
  return (sentence) =>
    sentence.replace(/ by (\S+) came first/, (_, subject: string) => ` by ${nameOf(subject)} came first`);
};

const ACTING: readonly string[] = ['officer', 'supervisor', 'operator', 'approver'];

type PersonSelectProps = Omit<NativeSelectProps, 'data'> & {
  /** What stands for nobody. */
  readonly nobody?: string;
};

/** One of the people who act on cases, chosen by name and role. */
export function PersonSelect({ nobody = 'Choose', ...shared }: PersonSelectProps) {
  const people = usePeople().filter(({ roles }) => roles.some((role) => ACTING.includes(role)));
  const choices = people.map(({ subject, name, roles, branch }) => ({
    value: subject,
    label: `${name} (${[...roles, ...(branch === undefined ? [] : [branch])].join(', ')})`,
  }));
  const { value } = shared;
  const isMissing = typeof value === 'string' && !choices.some((one) => one.value === value);
  const others = isMissing && value !== '' ? [{ value, label: value }] : [];
  return <NativeSelect {...shared} data={[{ value: '', label: nobody }, ...choices, ...others]} />;
}
