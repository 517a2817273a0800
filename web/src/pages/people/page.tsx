import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Administration, People } from '../../../../src/desk/contract';
import { administrationQuery, peopleQuery } from '../../api/queries';
import { EndSessions } from '../../parts/end-sessions';
import { spoken } from '../../format/words';
import { Card, DataTable, Page } from '../../parts/frames';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Empty } from '../../parts/states';

/** The people of the desk, their sessions, and the policies and keys in force. */
export default function PeoplePage(): ReactNode {
  const people = useQuery(peopleQuery);
  const administration = useQuery(administrationQuery);
  return (
    <Page
      title="People"
      about="Who has logged in here, in which roles, and who is logged in now. Accounts and roles are managed at the login provider."
    >
      <Loaded query={people} what="People">
        {(known) => (
          <Loaded query={administration} what="Sessions">
            {({ sessions, policies, keys }) => (
              <>
                <PeopleTable people={known.people} sessions={sessions} />
                <InForce policies={policies} keys={keys} />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

type Known = People['people'][number];
type Running = Pick<Administration, 'sessions'>;

/** All people by name, with their running sessions, also those of people whose row is gone. */
function PeopleTable({ people, sessions }: People & Running) {
  const nameless = [...new Set(sessions.map(({ subject }) => subject))].filter(
    (subject) => !people.some((one) => one.subject === subject),
  );
  const all = [...people, ...nameless.map((subject): Known => ({ subject, name: subject, roles: [] }))];
  if (all.length === 0) return <Empty title="Nobody has logged in yet" />;
  return (
    <Card title="People and their sessions" flush>
      <DataTable
        label="People"
        columns={['Name', 'Roles', ['Last login', 'less'], 'Logged in now', 'Sessions']}
      >
        {all.map((person) => (
          <Row
            key={person.subject}
            person={person}
            sessions={sessions.filter(({ subject }) => subject === person.subject)}
          />
        ))}
      </DataTable>
    </Card>
  );
}

const Row = ({ person, sessions }: Running & { readonly person: Known }) => {
  const { subject, name, roles, branch, loggedInAt } = person;
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <span className="break">{name}</span>
        <span className="second soft break">{subject}</span>
      </Table.Th>
      <Table.Td>
        {roles.map(spoken).join(', ')}
        {branch !== undefined && <span className="second soft">branch {branch}</span>}
      </Table.Td>
      <Table.Td className="less">{loggedInAt !== undefined && <Instant at={loggedInAt} isReal />}</Table.Td>
      <Table.Td>
        {sessions.length === 0 && <span className="soft">no</span>}
        {sessions.map(({ begunAt, usedAt }) => (
          <span key={begunAt} className="second">
            since <Instant at={begunAt} isReal />, used <Instant at={usedAt} isReal />
          </span>
        ))}
      </Table.Td>
      <Table.Td>{sessions.length > 0 && <EndSessions subject={subject} name={name} />}</Table.Td>
    </Table.Tr>
  );
};

const USES = { commands: 'Signs commands for people', payloads: 'Encrypts what cases keep' } as const;

/** The policies that open cases follow, and the keys of the desk. */
const InForce = ({ policies, keys }: Pick<Administration, 'policies' | 'keys'>) => (
  <>
    <Card title="Policies that open cases follow" flush>
      {policies.length === 0 ? (
        <Empty title="No open case follows a policy" />
      ) : (
        <DataTable label="Policies" columns={['Version', 'Open cases', 'SHA-256']}>
          {policies.map(({ version, digest, cases }) => (
            <Table.Tr key={`${version} ${digest}`}>
              <Table.Th scope="row">{version}</Table.Th>
              <Table.Td>{cases.toLocaleString('en-NG')}</Table.Td>
              <Table.Td className="digest">{digest}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Card>
    <Card title="Keys of this desk" flush>
      {keys.length === 0 ? (
        <Empty title="This desk holds no key">
          It signs nothing: cases take commands at the word of the desk.
        </Empty>
      ) : (
        <DataTable label="Keys" columns={['Use', 'Name', 'For the roles']}>
          {keys.map(({ use, id, roles }) => (
            <Table.Tr key={`${use} ${id}`}>
              <Table.Th scope="row">{USES[use]}</Table.Th>
              <Table.Td className="digest">{id}</Table.Td>
              <Table.Td>{roles.map(spoken).join(', ')}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Card>
  </>
);
