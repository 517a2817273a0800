import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { casesQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { CaseTable } from '../../parts/case-table';
import { Count, Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { Empty } from '../../parts/states';
import { useRowKeys } from '../../parts/use-row-keys';
import { usePayoutsView } from '../../app/views';
import { texts } from '../../texts';

const MONEY = ['payout', 'batch', 'flush', 'limits'] as const;
const { payouts: words } = texts;

/** Payouts and batches: what is open, what has ended, and the way to new ones. */
export default function PayoutsPage(): ReactNode {
  const { kind, ended } = usePayoutsView();
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  return (
    <Page title={texts.shell.pages.payouts} about={words.about} aside={<NewButtons />}>
      <div className="row spread">
        <nav className="tabs" aria-label={words.kindsLabel}>
          {([undefined, ...MONEY] as const).map((each) => (
            <Link
              key={each ?? 'all'}
              to="/payouts"
              search={{ ...(each ? { kind: each } : {}), ...(ended ? { ended } : {}) }}
              aria-current={each === kind ? 'page' : undefined}
            >
              {words.kinds[each ?? 'all']}
            </Link>
          ))}
        </nav>
        <nav className="tabs" aria-label={words.states}>
          {([false, true] as const).map((each) => (
            <Link
              key={String(each)}
              to="/payouts"
              search={{ ...(kind ? { kind } : {}), ...(each ? { ended: true } : {}) }}
              aria-current={each === (ended ?? false) ? 'page' : undefined}
            >
              {each ? words.ended : words.open}
            </Link>
          ))}
        </nav>
      </div>
      <div ref={list} className="stack wide">
        {kind ? <KindList kind={kind} /> : MONEY.map((each) => <KindList key={each} kind={each} withTitle />)}
      </div>
    </Page>
  );
}

interface KindListProps {
  readonly kind: (typeof MONEY)[number];
  readonly withTitle?: boolean;
}

function KindList({ kind, withTitle = false }: KindListProps) {
  const { ended } = usePayoutsView();
  const cases = useQuery({
    ...casesQuery({ kind, tab: ended ? 'ended' : 'open' }),
    placeholderData: keepPreviousData,
  });
  // Beside the others an empty kind says nothing.
  if (withTitle && cases.data?.total === 0 && kind !== 'payout') return null;
  return (
    <section className="card flush" aria-label={words.kinds[kind]}>
      {withTitle && (
        <div className="card-head">
          <h2>{words.kinds[kind]}</h2>
          <Count>{cases.data?.total ?? 0}</Count>
        </div>
      )}
      <Loaded query={cases} what={words.kinds[kind]}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title={words.empty}>{words.emptyAbout}</Empty>
          ) : (
            <CaseTable rows={rows} label={words.kinds[kind]} />
          )
        }
      </Loaded>
    </section>
  );
}

function NewButtons() {
  const mayStart = useSession().data?.mayStart ?? [];
  return (
    <>
      {mayStart.includes('payout') && (
        <Button variant="default" component={Link} {...{ to: '/payouts/new' }}>
          {words.newPayout}
        </Button>
      )}
      {mayStart.includes('batch') && (
        <Button component={Link} {...{ to: '/batches/new' }}>
          {words.newBatch}
        </Button>
      )}
    </>
  );
}
