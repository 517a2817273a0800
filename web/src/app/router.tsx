import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { Loading, Empty } from '../parts/states';
import { readAudit, readCaseView, readList, readApprovals, readPayouts, readRepayments } from './views';
import { Shell } from './shell';
import { sentenceOf } from '../api/problem';
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
/** Loads a page lazily. The explicit type breaks the cycle of types between router and pages. */
const lazyPage = (load: () => Promise<{ default: () => ReactNode }>) => lazyRouteComponent(load);

const page = { getParentRoute: () => root, errorComponent: Crashed } as const;

const routeTree = root.addChildren([
  createRoute({
    ...page,
    path: '/',
    validateSearch: readList,
    component: lazyPage(() => import('../pages/queue/page')),
  }),
  createRoute({
    ...page,
    path: '/cases/$kind/$reference',
    validateSearch: readCaseView,
    component: lazyPage(() => import('../pages/case/page')),
  }),
  createRoute({
    ...page,
    path: '/approvals',
    validateSearch: readApprovals,
    component: lazyPage(() => import('../pages/approvals/page')),
  }),
  createRoute({
    ...page,
    path: '/payouts',
    validateSearch: readPayouts,
    component: lazyPage(() => import('../pages/payouts/page')),
  }),
  createRoute({
    ...page,
    path: '/payouts/new',
    component: lazyPage(() => import('../pages/payouts/new-payout')),
  }),
  createRoute({
    ...page,
    path: '/batches/new',
    component: lazyPage(() => import('../pages/payouts/new-batch')),
  }),
  createRoute({
    ...page,
    path: '/repayments',
    validateSearch: readRepayments,
    component: lazyPage(() => import('../pages/repayments/page')),
  }),
  createRoute({
    ...page,
    path: '/repayments/$reference',
    component: lazyPage(() => import('../pages/repayments/statement')),
  }),
  createRoute({
    ...page,
    path: '/reconciliation',
    component: lazyPage(() => import('../pages/reconciliation/page')),
  }),
  createRoute({
    ...page,
    path: '/health',
    component: lazyPage(() => import('../pages/health/page')),
  }),
  createRoute({
    ...page,
    path: '/loans/new',
    component: lazyPage(() => import('../pages/new-loan/page')),
  }),
  createRoute({
    ...page,
    path: LOGGED_IN,
    component: lazyPage(() => import('./session-ended')),
  }),
  createRoute({
    ...page,
    path: '/given',
    component: lazyPage(() => import('../pages/given/page')),
  }),
  createRoute({
    ...page,
    path: '/audit',
    validateSearch: readAudit,
    component: lazyPage(() => import('../pages/audit/page')),
  }),
  createRoute({
    ...page,
    path: '/people',
    component: lazyPage(() => import('../pages/people/page')),
  }),
  createRoute({
    ...page,
    path: '/endpoints',
    component: lazyPage(() => import('../pages/endpoints/page')),
  }),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Loading what="the page" />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
