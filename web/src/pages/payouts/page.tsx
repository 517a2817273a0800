import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { casesQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { CaseTable } from '../../parts/case-table';
import { Count, Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { Pager } from '../../parts/pager';
import { Empty } from '../../parts/states';
import { useRowKeys } from '../../parts/use-row-keys';
import { counted } from '../../format/words';
import { usePayoutsView } from '../../app/page-address';
const KINDS = {
  all: 'All',
  payout: 'Payouts',
  batch: 'Batches',
  flush: 'Flushes',
  limits: 'Transfer limits',
} as const;

const MONEY = ['payout', 'batch', 'flush', 'limits'] as const;

/** Open and ended payouts and batches, with links to start new ones. */
export default function PayoutsPage(): ReactNode {
  const { kind, ended } = usePayoutsView();
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  return (
    <Page
      title="Payouts and batches"
      about={
        ended
          ? 'Single payouts and batches that have ended.'
          : 'Single payouts and batches: first those that need a person, the longest waiting first.'
      }
      aside={<NewButtons />}
    >
      <div className="row spread">
        <nav className="tabs" aria-label="Kinds">
          {([undefined, ...MONEY] as const).map((each) => (
            <Link
              key={each ?? 'all'}
              to="/payouts"
              search={{ ...(each ? { kind: each } : {}), ...(ended ? { ended } : {}) }}
              activeOptions={{ exact: true }}
              aria-current={each === kind ? 'page' : undefined}
            >
              {KINDS[each ?? 'all']}
            </Link>
          ))}
        </nav>
        <nav className="tabs" aria-label="Open or ended">
          {([false, true] as const).map((each) => (
            <Link
              key={String(each)}
              to="/payouts"
              search={{ ...(kind ? { kind } : {}), ...(each ? { ended: true } : {}) }}
              activeOptions={{ exact: true }}
              aria-current={each === (ended ?? false) ? 'page' : undefined}
            >
              {each ? 'Ended' : 'Open'}
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
  const { ended, page = 1 } = usePayoutsView();
  const mayStart = useSession().data?.mayStart ?? [];
  const isMaker = mayStart.includes('payout') || mayStart.includes('batch');
  const cases = useQuery({
    ...casesQuery({ kind, tab: ended ? 'ended' : 'open', ...(withTitle ? {} : { page }) }),
    placeholderData: keepPreviousData,
  });
  // Leaves out an empty kind beside the others.
  if (withTitle && cases.data?.total === 0 && kind !== 'payout') return null;
  return (
    <section className="card flush" aria-label={KINDS[kind]}>
      {withTitle && (
        <div className="card-head">
          <h2>{KINDS[kind]}</h2>
          <Count>{cases.data?.total ?? 0}</Count>
        </div>
      )}
      <Loaded query={cases} what={KINDS[kind]}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 ? (
              <Empty title="There are none">
                {isMaker &&
                  !ended &&
                  ['payout', 'batch'].includes(kind) &&
                  'Start a payout or a batch; it stands here at once.'}
              </Empty>
            ) : (
              <CaseTable rows={rows} label={KINDS[kind]} />
            )}
            {withTitle ? (
              rows.length < total && (
                <Link to="/payouts" search={{ kind, ...(ended ? { ended } : {}) }} className="beside">
                  All {counted(total, 'case')}
                </Link>
              )
            ) : (
              <Pager page={page} shown={rows.length} total={total} />
            )}
          </>
        )}
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
          New payout
        </Button>
      )}
      {mayStart.includes('batch') && (
        <Button component={Link} {...{ to: '/batches/new' }}>
          New batch
        </Button>
      )}
    </>
  );
}
