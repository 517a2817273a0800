import { Button, NavLink } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Session } from '../../../src/desk/contract';
import { approvalsQuery, casesQuery } from '../api/queries';
import { Icon, type IconName } from '../parts/icons';
import { Count } from '../parts/frames';
import { texts } from '../texts';

interface Entry {
  readonly to:
    '/' | '/approvals' | '/payouts' | '/repayments' | '/reconciliation' | '/health' | '/loans/new' | '/audit';
  readonly name: keyof typeof texts.shell.pages & IconName;
  /** A route of the desk without which the page is of no use. */
  readonly needs?: string;
  /** What else belongs to it. */
  readonly below?: RegExp;
}

const PAGES: readonly Entry[] = [
  { to: '/', name: 'queue', below: /^\/cases\// },
  { to: '/approvals', name: 'approvals' },
  { to: '/payouts', name: 'payouts', below: /^\/(payouts|batches)\// },
  { to: '/repayments', name: 'repayments', needs: 'repayments' },
  { to: '/reconciliation', name: 'reconciliation', needs: 'reconciliation' },
  { to: '/health', name: 'health' },
  { to: '/loans/new', name: 'newLoan', needs: 'startLoan' },
  { to: '/audit', name: 'audit', needs: 'audit' },
];

/** The pages that a person has a use for. */
export const pagesFor = ({ mayUse }: Session): readonly Entry[] =>
  PAGES.filter(({ needs }) => needs === undefined || mayUse.includes(needs));

interface NavigationProps {
  readonly session: Session;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The list of pages, with how much waits on each; on a narrow screen it slides in. */
export function Navigation({ session, isOpen, onClose }: NavigationProps) {
  const { pathname } = useLocation();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isOpen]);
  return (
    <nav
      ref={panel}
      aria-label={texts.shell.navigation}
      className="shell-side"
      data-open={isOpen}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Link to="/" className="brand">
        <img src="/icon.svg" alt="" width={26} height={26} />
        {texts.shell.brand}
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
              label={texts.shell.pages[entry.name]}
              rightSection={COUNTS[entry.name]}
            />
          </li>
        ))}
      </ul>
      <div className="stack tight small soft">
        <span>{texts.shell.keys}</span>
        {session.webUi !== undefined && (
          <a href={session.webUi} target="_blank" rel="noreferrer">
            {texts.shell.openWebUi}
          </a>
        )}
        {session.codecEndpoint !== undefined && <CodecEndpoint address={session.codecEndpoint} />}
      </div>
    </nav>
  );
}

/** By which the Web UI shows payloads in clear. */
function CodecEndpoint({ address }: { readonly address: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(address).then(() => setCopied(true));
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={copy}>
        {texts.shell.copyCodec}
      </Button>
      <span aria-live="polite">{isCopied && texts.shell.codecCopied}</span>
    </>
  );
}

/** The list behind the counts: one line of it, since the counts are all that is wanted. */
export const countsQuery = casesQuery({ tab: 'person', size: 1 });

function QueueCount() {
  return <Waiting count={useQuery(countsQuery).data?.counts.person ?? 0} />;
}

function ApprovalsCount() {
  const items = useQuery(approvalsQuery).data?.items ?? [];
  return <Waiting count={items.filter(({ allowed }) => allowed).length} />;
}

const Waiting = ({ count }: { readonly count: number }) =>
  count === 0 ? null : (
    <Count isHot>
      {count}
      <span className="unseen"> {texts.shell.waiting}</span>
    </Count>
  );

/** How much waits on a page. */
const COUNTS: Partial<Record<Entry['name'], ReactNode>> = {
  queue: <QueueCount />,
  approvals: <ApprovalsCount />,
};
