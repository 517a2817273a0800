import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { Loading, Empty } from '../parts/states';
import {
  readAudit,
  readCaseView,
  readList,
  readApprovals,
  readPayouts,
  readRepayments,
  parseView,
  stringifyView,
} from './page-address';
import { Shell } from './shell';
import { sentenceOf, unread } from '../api/problem';
import { LOGGED_IN } from '../api/session';
import { Page } from '../parts/frames';

/** The page for an unknown address. */
const NotFound = () => (
  <Page title="There is no such page">
    <Empty title="There is no such page">
      <p className="soft">The address may be old, or a letter of it lost. The queue has every open case.</p>
      <Link to="/">To the queue</Link>
    </Empty>
  </Page>
);

/** Shown in place of a page that failed; the others still work. */
const Crashed = ({ error }: { readonly error: unknown }) => (
  <Page title="This could not be loaded">
    <div role="alert">
      <Empty title="This could not be loaded">
        <p className="soft">{sentenceOf(error)}</p>
        <Button variant="default" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
      </Empty>
    </div>
  </Page>
);

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/**
 * One page, loaded lazily; `validateSearch` reads the query of its address, if the page has one. The explicit type
 * of `load` breaks the cycle of types between router and pages.
 */
const pageAt = <const P extends string, S extends object = object>(
  path: P,
  load: () => Promise<{ default: () => ReactNode }>,
  validateSearch: (given: Record<string, unknown>) => S = () => ({}) as S,
) =>
  createRoute({
    getParentRoute: () => root,
    errorComponent: Crashed,
    component: lazyRouteComponent(() =>
      // For a module that is missing the router loads the document anew, which a browser without a network cannot.
      load().catch((error: unknown) => {
        throw navigator.onLine ? error : unread();
      }),
    ),
    path,
    validateSearch,
  });

const routeTree = root.addChildren([
  pageAt('/', () => import('../pages/queue/page'), readList),
  pageAt('/cases/$kind/$reference', () => import('../pages/case/page'), readCaseView),
  pageAt('/approvals', () => import('../pages/approvals/page'), readApprovals),
  pageAt('/payouts', () => import('../pages/payouts/page'), readPayouts),
  pageAt('/payouts/new', () => import('../pages/payouts/new-payout')),
  pageAt('/batches/new', () => import('../pages/payouts/new-batch')),
  pageAt('/repayments', () => import('../pages/repayments/page'), readRepayments),
  pageAt('/repayments/$reference', () => import('../pages/repayments/statement')),
  pageAt('/reconciliation', () => import('../pages/reconciliation/page')),
  pageAt('/health', () => import('../pages/health/page')),
  pageAt('/loans/new', () => import('../pages/new-loan/page')),
  pageAt(LOGGED_IN, () => import('./session-ended')),
  pageAt('/given', () => import('../pages/given/page')),
  pageAt('/audit', () => import('../pages/audit/page'), readAudit),
  pageAt('/people', () => import('../pages/people/page')),
  pageAt('/endpoints', () => import('../pages/endpoints/page')),
]);

export const router = createRouter({
  routeTree,
  parseSearch: parseView,
  stringifySearch: stringifyView,
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Loading what="the page" />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
