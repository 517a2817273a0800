import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { CaseRow, People } from '../../../src/desk/contract';
import { casework } from '../../../src/domain/case/commands';
import { caseQuery, peopleQuery } from '../api/queries';

/** The people who have logged in at the desk; empty until they are known. */
const usePeople = (): People['people'] => useQuery(peopleQuery).data?.people ?? [];

/** Looks up the name for a subject in cases; the subject itself if the desk knows no name. */
export function useNames(): (subject: string) => string {
  const people = usePeople();
  return (subject) => people.find((one) => one.subject === subject)?.name ?? subject;
}

/** The person of a subject; `undefined` if the desk does not know it. */
export const useKnown = (subject: string | undefined): People['people'][number] | undefined =>
  usePeople().find((one) => one.subject === subject);

/** A person's name, with the subject that acts and audit keep in its title. */
export const Person = ({ subject }: { readonly subject: string }) => (
  <span title={subject}>{useNames()(subject)}</span>
);

/** The assignee of a case, in a list. */
export const Assignee = ({ subject }: { readonly subject: string | undefined }) =>
  subject === undefined ? <span className="soft">none</span> : <Person subject={subject} />;

/** Several people by name. */
export const Persons = ({ subjects }: { readonly subjects: readonly string[] }) =>
  subjects.map((subject, place) => (
    <Fragment key={subject}>
      {place > 0 && ', '}
      <Person subject={subject} />
    </Fragment>
  ));

/** The author of a timeline's entry: a subject alone, or after its role. */
export function Doer({ by }: { readonly by: string }) {
  const [, role = '', subject = by] = /^(\S+ )?(\S+)$/.exec(by) ?? [];
  return (
    <>
      <Person subject={subject} />
      {role !== '' && ` (${role.trim()})`}
    </>
  );
}

/** Replaces the subject by the name in a case's sentence on whose command came first. */
export const useNamedSentence = (): ((sentence: string) => string) => {
  const nameOf = useNames();
  return (sentence) =>
    sentence.replace(/ by (\S+) came first/, (_, subject: string) => ` by ${nameOf(subject)} came first`);
};

const ACTING: readonly string[] = ['officer', 'supervisor', 'operator', 'approver'];

/** Commands that move no case on. */
const CASEWORK = Object.keys(casework([]));

/** Whether a person may act on a case, by branch and role; on any case, if none is given. */
function useMayAct(target: Target | undefined): (person: People['people'][number]) => boolean {
  const { kind, reference } = target ?? { kind: 'loan', reference: '' };
  const { data } = useQuery({
    ...caseQuery(kind, reference),
    enabled: target !== undefined,
    refetchInterval: false,
  });
  const moving = data?.commands.filter(({ name }) => !CASEWORK.includes(name));
  const acting = moving?.flatMap(({ roles }) => roles) ?? ACTING;
  return ({ roles, branch }) =>
    roles.some((role) => ACTING.includes(role) && acting.includes(role)) &&
    (branch === undefined || data?.branch === undefined || branch === data.branch);
}

type Target = Pick<CaseRow, 'kind' | 'reference'>;

type PersonSelectProps = Omit<NativeSelectProps, 'data'> & {
  /** The label of the empty choice. */
  readonly nobody?: string;
  /** The case that they are to act on. */
  readonly target?: Target | undefined;
};

/** A choice of the people who act on cases, by name and role. */
export function PersonSelect({ nobody = 'Choose', target, ...shared }: PersonSelectProps) {
  const people = usePeople().filter(useMayAct(target));
  const choices = people.map(({ subject, name, roles, branch }) => ({
    value: subject,
    label: `${name} (${[...roles, ...(branch === undefined ? [] : [branch])].join(', ')})`,
  }));
  const { value } = shared;
  const isMissing = typeof value === 'string' && !choices.some((one) => one.value === value);
  const others = isMissing && value !== '' ? [{ value, label: value }] : [];
  return <NativeSelect {...shared} data={[{ value: '', label: nobody }, ...choices, ...others]} />;
}
