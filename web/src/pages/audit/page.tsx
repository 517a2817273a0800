import { type ReactNode, useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { get } from '../../api/client';
import { Download } from '../../parts/download';
import { EndSessions } from '../../parts/end-sessions';
import { Page, Note } from '../../parts/frames';
import { textOf } from '../../parts/input-props';
import { Instant } from '../../parts/instant';
import { Older } from '../../parts/loaded';
import { useKnown } from '../../parts/person';
import { Empty, Failed, Loading } from '../../parts/states';
import { type AuditView, useAuditView } from '../../app/page-address';
import { AuditTable } from './audit-table';
import type { AuditQuery } from '../../../../src/desk/contract';
import { useSession } from '../../api/session';
import { Refusal } from '../../commands/refusal';

/** The audit: people's deeds, with time and reason. */
export default function AuditPage(): ReactNode {
  const query = useAuditView();
  const mayEnd = useSession().data?.mayUse.includes('endSessions') ?? false;
  const known = useKnown(query.person);
  const isChosen = [query.person, query.case, query.day].some(Boolean);
  const csv = (
    <Download path="/api/audit.csv" query={{ ...query }}>
      Download as CSV
    </Download>
  );
  return (
    <Page
      title="Audit"
      about="Who did what, when and why: by person, by case, by day. No entry can be changed or removed without a trace."
      aside={isChosen ? csv : null}
    >
      <Verify />
      <AuditFilter key={JSON.stringify(query)} query={query} />
      {known && mayEnd && <EndSessions key={known.subject} subject={known.subject} name={known.name} />}
      <div className="card flush">
        {isChosen ? (
          <Entries query={query} />
        ) : (
          <Empty title="Choose a person, a case or a day">
            The audit is long: choose at least one of them.
          </Empty>
        )}
      </div>
    </Page>
  );
}

function Entries({ query }: { readonly query: AuditView }) {
  const pages = useInfiniteQuery({
    queryKey: ['audit', query],
    queryFn: ({ pageParam, signal }) => get('/api/audit', { query: { ...query, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
  });
  if (pages.isError) return <Failed error={pages.error} retry={() => void pages.refetch()} />;
  if (!pages.data) return <Loading what="Entries of the audit" />;
  const entries = pages.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <NothingFound query={query} />;
  return (
    <>
      <AuditTable entries={entries} />
      <Older pages={pages} />
    </>
  );
}

/** Why nothing is shown: a reference or a person that the audit does not know, or nothing done then. */
function NothingFound({ query: { person, case: named, day } }: { readonly query: AuditView }) {
  if (day === undefined && person === undefined)
    return <Empty title="No case has this reference">The audit has no entry of such a case.</Empty>;
  if (day === undefined && named === undefined)
    return <Empty title="Nobody of this name has done anything here">Look at how you wrote the name.</Empty>;
  return <Empty title="Nothing was done">Nothing fits all that you have chosen.</Empty>;
}

/** Filters by person, case and day; the address holds them. */
function AuditFilter({ query }: { readonly query: AuditQuery }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [typed, setTyped] = useState({
    person: query.person ?? '',
    case: query.case ?? '',
    day: query.day ?? '',
  });
  const field = (name: keyof typeof typed, label: string) => ({
    label,
    value: typed[name],
    onChange: textOf((value) => setTyped((all) => ({ ...all, [name]: value }))),
  });
  const show = () => {
    const search = Object.fromEntries(
      Object.entries(typed).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
    );
    void navigate({ to: '/audit', search });
    // The same search once more looks anew.
    void client.invalidateQueries({ queryKey: ['audit'] });
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
      <TextInput {...field('person', 'Person')} placeholder="Name or user id" autoComplete="off" />
      <TextInput
        {...field('case', 'Case')}
        placeholder="Reference, such as PO-2026-0001"
        autoComplete="off"
        className="two"
      />
      <TextInput {...field('day', 'Day')} type="date" />
      <Button type="submit">Show</Button>
    </form>
  );
}

/** Checks every chain of the audit, and shows the basis of the check. */
function Verify() {
  const check = useMutation({
    mutationFn: async () => ({ ...(await get('/api/audit/verification')), at: new Date().toISOString() }),
  });
  const found = check.data;
  return (
    <div className="stack tight">
      <div>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          Check that nothing was changed
        </Button>
      </div>
      <Refusal error={check.error} />
      <div aria-live="polite">
        {found && (
          <Note tone={found.problems.length === 0 ? 'good' : 'danger'}>
            <strong>
              {found.problems.length === 0
                ? 'Nothing was changed, and nothing is missing.'
                : 'What the check found'}
            </strong>
            <span>
              Checked on <Instant at={found.at} isReal />: {found.entries} entries of {found.cases} cases and{' '}
              {found.checkpoints} signed checkpoints. Relied on: {found.reliedOn}.
            </span>
            {found.unsigned > 0 && <span>{found.unsigned} entries are not signed yet.</span>}
            {found.problems.map(({ case: caseId, problem }) => (
              <span key={`${caseId} ${problem}`} className="break">
                {caseId === undefined ? problem : `${caseId}: ${problem}`}
              </span>
            ))}
          </Note>
        )}
      </div>
    </div>
  );
}
