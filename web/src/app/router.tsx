import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loading } from '../parts/states';
import { Crashed, NotFound } from './failures';
import { readAudit, readCaseView, readList, readPayouts, readRepayments } from './searches';
import { Shell } from './shell';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
/** The type is given, since pages know the router and the router the pages. */
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
    path: '/audit',
    validateSearch: readAudit,
    component: lazyPage(() => import('../pages/audit/page')),
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
