import type { RouteObject } from 'react-router';
import { Shell } from '../console/shell/shell.tsx';
import { guard } from './guard.ts';
import { page } from './lazy-page.ts';
import { prefetchInvitations, prefetchMachines, prefetchOrganizations, prefetchProfiles } from './prefetch.ts';
import { RouteError } from './route-error.tsx';
import { type PageHeading, StartingPage } from './starting-page.tsx';

const SELECT: PageHeading = { title: 'console.org.select.title', subtitle: 'console.org.select.subtitle' };

/** The console's pages (spec chapter 2). Which of them an address shows is decided by the guard before they load. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    middleware: [guard],
    // Middleware runs for navigations that load something: every one must.
    loader: () => null,
    ErrorBoundary: RouteError,
    HydrateFallback: StartingPage,
    children: [
      { path: '/', Component: StartingPage },
      { path: '/access_token/*', lazy: page(['identity'], () => import('./pages/access-token.tsx')) },
      { path: '/session/login', lazy: page(['identity'], () => import('../console/identity/login-page.tsx')) },
      { path: '/app-catalog', lazy: page(['apps'], () => import('../console/apps/catalog-page.tsx')) },
      { path: '/share', lazy: page(['identity', 'mirror', 'errors'], () => import('../console/share/share-page.tsx')) },
      { path: '/demo/login', lazy: page(['identity'], () => import('../console/identity/demo-page.tsx')) },
      { path: '/manage/login', lazy: page(['identity'], () => import('./pages/manage-login.tsx')) },
      { path: '/error/*', lazy: page(['identity'], () => import('../console/identity/error-page.tsx')) },
      {
        id: 'management',
        path: '/manage',
        Component: Shell,
        loader: prefetchOrganizations,
        children: [
          {
            index: true,
            handle: SELECT,
            loader: prefetchInvitations,
            lazy: page([], () => import('../console/organizations/select-page.tsx')),
          },
          {
            path: 'org/select',
            handle: SELECT,
            loader: prefetchInvitations,
            lazy: page([], () => import('../console/organizations/select-page.tsx')),
          },
          {
            path: 'org/:orgId',
            lazy: page(['members'], () => import('../console/organizations/organization-page.tsx')),
          },
          {
            path: 'profiles',
            handle: { title: 'console.profiles.title', subtitle: 'console.profiles.subtitle' } satisfies PageHeading,
            loader: prefetchProfiles,
            lazy: page([], () => import('../console/profiles/profiles-page.tsx')),
          },
          {
            path: 'profile/:profileId',
            lazy: page(['forms', 'profile', 'apps', 'rollouts'], () => import('../console/profiles/profile-page.tsx')),
          },
          { path: 'rollouts', lazy: page(['rollouts'], () => import('../console/rollouts/rollouts-page.tsx')) },
          {
            path: 'profile/:profileId/rollouts/:rolloutId',
            lazy: page(['rollouts', 'profile', 'forms'], () => import('../console/rollouts/rollout-page.tsx')),
          },
          { path: 'overview', lazy: page(['machines'], () => import('../console/dashboard/dashboard-page.tsx')) },
          { path: 'schedules', lazy: page(['machines'], () => import('../console/schedules/schedules-page.tsx')) },
          { path: 'enrollment', lazy: page(['machines'], () => import('../console/enrollment/enrollment-page.tsx')) },
          {
            path: 'machines',
            handle: { title: 'console.machines.title' } satisfies PageHeading,
            loader: prefetchMachines,
            lazy: page(['machines'], () => import('../console/machines/list/machines-page.tsx')),
          },
          {
            path: 'machines/deployment/:deployment',
            loader: prefetchMachines,
            lazy: page(['machines'], () => import('../console/machines/list/machines-page.tsx')),
          },
          {
            path: 'machines/:machineId',
            lazy: page(['machines', 'forms', 'profile'], () => import('../console/machines/machine/machine-page.tsx')),
          },
          {
            path: 'machines/:machineId/remote',
            lazy: page(['remote'], () => import('../console/remote/remote-page.tsx')),
          },
          { path: 'users', lazy: page(['members'], () => import('../console/organizations/users-page.tsx')) },
          {
            path: 'authentication',
            lazy: page(
              ['members', 'forms', 'profile'],
              () => import('../console/organizations/authentication-page.tsx'),
            ),
          },
          { path: 'billing', lazy: page(['billing', 'apps'], () => import('../console/billing/billing-page.tsx')) },
          {
            path: 'platform/invoices',
            lazy: page(['billing'], () => import('../console/billing/open-invoices-page.tsx')),
          },
          {
            path: 'platform/product-ids',
            lazy: page(['products'], () => import('../console/product-ids/product-ids-page.tsx')),
          },
          { path: 'audit', lazy: page(['audit'], () => import('../console/audit/audit-page.tsx')) },
          { path: 'api-keys', lazy: page(['keys'], () => import('../console/api-keys/api-keys-page.tsx')) },
          { path: 'webhooks', lazy: page(['keys'], () => import('../console/webhooks/webhooks-page.tsx')) },
          { path: 'webhooks/:webhookId', lazy: page(['keys'], () => import('../console/webhooks/webhook-page.tsx')) },
          {
            path: 'account',
            lazy: page(['account', 'identity'], () => import('../console/account/account-page.tsx')),
          },
        ],
      },
      { path: '*', lazy: page([], () => import('./pages/elsewhere.tsx')) },
    ],
  },
];
