import { Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GivenLately } from '../../../../src/desk/contract';
import { givenLatelyQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { nairaText } from '../../format/money';
import { causeText, reasonInWords, spoken } from '../../format/words';
import { CaseLink } from '../../parts/case-link';
import { Badge, DataTable, Page } from '../../parts/frames';
import { HeldShort } from '../../parts/held';
import { Instant } from '../../parts/instant';
import { Loaded, Older } from '../../parts/loaded';
import { Person } from '../../parts/person';
import { Empty } from '../../parts/states';

/** The person's latest starts and commands, with other people's answers. */
export default function GivenPage(): ReactNode {
  const given = useInfiniteQuery(givenLatelyQuery);
  return (
    <Page
      title="What I gave"
      about="What you have started, the commands that you have given, and what others said to them. What the bank did then, such as whether a charge succeeded, stands on the page of the case. What happened last stands on top."
    >
      <div className="card flush">
        <Loaded query={given} what="What I gave">
          {({ pages }) =>
            pages.every(({ deeds }) => deeds.length === 0) ? (
              <Empty title="Nothing yet">What you start, and tell cases, stands here.</Empty>
            ) : (
              <DataTable
                label="What I gave"
                className="cards"
                columns={['Case', 'What', 'When', 'What became of it', 'The case now']}
              >
                {pages
                  .flatMap(({ deeds }) => deeds)
                  .map((deed) => (
                    <Row key={`${deed.kind} ${deed.reference} ${deed.at} ${deed.summary}`} deed={deed} />
                  ))}
              </DataTable>
            )
          }
        </Loaded>
        <Older pages={given} />
      </div>
    </Page>
  );
}

type Deed = GivenLately['deeds'][number];

const STATES = {
  waiting: ['attention', 'waits for a second person'],
  approved: ['good', 'agreed to'],
  rejected: ['danger', 'rejected'],
  accepted: ['plain', 'accepted by the case'],
  lapsed: ['plain', 'does not count any more: it lapsed, was replaced or changed, or the case moved on'],
} as const;

const WITHDRAWN = ['plain', 'withdrawn by you'] as const;

const Row = ({
  deed: {
    kind,
    reference,
    name,
    amountKobo,
    at,
    summary,
    ownReason,
    state,
    by,
    answeredAt,
    reason,
    stageTitle,
    attention,
    held,
  },
}: {
  readonly deed: Deed;
}) => {
  const me = useSession().data?.subject;
  const isWithdrawn = state === 'rejected' && by === me;
  const [tone, title] = isWithdrawn ? WITHDRAWN : STATES[state];
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <CaseLink kind={kind} reference={reference} />
        <span className="second soft break">{[spoken(kind), name].filter(Boolean).join(' · ')}</span>
      </Table.Th>
      <Table.Td className="break">
        {summary}
        {ownReason !== undefined && <span className="second soft">{reasonInWords(ownReason)}</span>}
      </Table.Td>
      <Table.Td className="nowrap">
        <Instant at={at} />
      </Table.Td>
      <Table.Td>
        <Badge tone={tone} wraps>
          {title}
        </Badge>
        {by !== undefined && !isWithdrawn && (
          <span className="second break">
            by <Person subject={by} />
            {reason !== undefined && `: ${reasonInWords(reason)}`}
            {answeredAt !== undefined && (
              <>
                , <Instant at={answeredAt} />
              </>
            )}
          </span>
        )}
      </Table.Td>
      <Table.Td className="break">
        {stageTitle}
        {amountKobo !== undefined && <span className="second soft">{nairaText(amountKobo)}</span>}
        <HeldShort held={held} />
        {attention !== undefined && (
          <span className="second">
            <Badge tone="attention">needs a person</Badge> {causeText(attention)}
          </span>
        )}
      </Table.Td>
    </Table.Tr>
  );
};
