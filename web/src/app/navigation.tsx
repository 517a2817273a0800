import { NavLink } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import type { Session } from '../../../src/desk/contract';
import { casesQuery, givenNewsQuery } from '../api/queries';
import { useSession } from '../api/session';
import { Icon, type IconName } from '../parts/icons';
import { Copy } from '../parts/copy';
import { Count } from '../parts/frames';

interface Entry {
  readonly to: string;
  readonly name: IconName;
  readonly title: string;
  /** The route of the desk that the page needs. */
  readonly needs?: string;
  /** Addresses of further pages that belong to it. */
  readonly below?: RegExp;
}

const PAGES: readonly Entry[] = [
  { to: '/', name: 'queue', title: 'Queue', needs: 'cases', below: /^\/cases\// },
  { to: '/approvals', name: 'approvals', title: 'Approvals', needs: 'approvals' },
  {
    to: '/payouts',
    name: 'payouts',
    title: 'Payouts and batches',
    needs: 'cases',
    below: /^\/(payouts|batches)\//,
  },
  { to: '/repayments', name: 'repayments', title: 'Repayments', needs: 'repayments' },
  { to: '/reconciliation', name: 'reconciliation', title: 'Reconciliation', needs: 'reconciliation' },
  { to: '/health', name: 'health', title: 'Figures and health' },
  { to: '/loans/new', name: 'newLoan', title: 'New loan', needs: 'startLoan' },
  { to: '/given', name: 'given', title: 'What I gave', needs: 'givenLately' },
  { to: '/audit', name: 'audit', title: 'Audit', needs: 'audit' },
  { to: '/people', name: 'people', title: 'People', needs: 'administration' },
  { to: '/endpoints', name: 'endpoints', title: 'Event endpoints', needs: 'endpoints' },
];

/** The pages that a person may use. */
export const pagesFor = ({ mayUse }: Session): readonly Entry[] =>
  PAGES.filter(({ needs }) => needs === undefined || mayUse.includes(needs));

interface NavigationProps {
  readonly session: Session;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The list of pages, with the number of waiting cases on each; on a narrow screen it slides in. */
export function Navigation({ session, isOpen, onClose }: NavigationProps) {
  const { pathname } = useLocation();
  const panel = useClickOutside<HTMLElement>(() => isOpen && onClose());
  useEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isOpen, panel]);
  return (
    <nav
      ref={panel}
      aria-label="Pages"
      className="shell-side"
      data-open={isOpen}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Link to="/" className="brand">
        <img src="/icon.svg" alt="" width={26} height={26} />
        Officers' desk
      </Link>
      <ul>
        {pagesFor(session).map((entry) => (
          <li key={entry.to}>
            <NavLink
              component={Link}
              {...{ to: entry.to }}
              aria-current={entry.to === pathname || entry.below?.test(pathname) ? 'page' : undefined}
              onClick={onClose}
              leftSection={<Icon name={entry.name} />}
              label={entry.title}
              rightSection={COUNTS[entry.name]}
            />
          </li>
        ))}
      </ul>
      <div className="stack tight small soft">
        <span className="only-wide">Keys: j and k move, Enter opens, Ctrl-K searches</span>
        {session.webUi !== undefined && (
          <details>
            <summary>For engineers</summary>
            <div className="stack tight">
              <a href={session.webUi} target="_blank" rel="noreferrer">
                Open in the Web UI of Temporal
              </a>
              {session.codecEndpoint !== undefined && (
                <>
                  <Copy value={session.codecEndpoint} what="its codec endpoint" />
                  <span>
                    Paste it there under the codec server: it decrypts in your name while you are logged in.
                  </span>
                </>
              )}
            </div>
          </details>
        )}
      </div>
    </nav>
  );
}

/** The list behind the counts, with one row only, since just its counts are used. */
export const countsQuery = casesQuery({ tab: 'person', size: 1 });

function TabCount({ tab }: { readonly tab: 'person' | 'approvals' }) {
  return <Waiting count={useQuery(countsQuery).data?.counts[tab] ?? 0} />;
}

/** The rejections by others that the person has not seen on the page, as this browser remembers. */
function Rejections() {
  const { data } = useQuery(givenNewsQuery);
  const me = useSession().data?.subject;
  const isOpen = useLocation().pathname === '/given';
  const store = `rejections seen by ${me}`;
  const seen = (localStorage.getItem(store) ?? '').split('\n');
  const rejected = (data?.deeds ?? [])
    .filter(({ state, by }) => state === 'rejected' && by !== me)
    .map(({ kind, reference, at }) => `${kind}:${reference} ${at}`);
  useEffect(() => {
    if (isOpen && data) localStorage.setItem(store, rejected.join('\n'));
  });
  return isOpen ? null : (
    <Waiting count={rejected.filter((one) => !seen.includes(one)).length} what="rejected" />
  );
}

const Waiting = ({ count, what = 'waiting' }: { readonly count: number; readonly what?: string }) =>
  count === 0 ? null : (
    <Count isHot>
      {count}
      <span className="unseen"> {what}</span>
    </Count>
  );

/** The number of waiting cases, by page. */
const COUNTS: Partial<Record<Entry['name'], ReactNode>> = {
  queue: <TabCount tab="person" />,
  approvals: <TabCount tab="approvals" />,
  given: <Rejections />,
};
