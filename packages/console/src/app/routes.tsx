import type { RouteObject } from 'react-router';
import { Shell } from '../areas/shell/shell.tsx';
import { guard } from './guard.ts';
import {
  enterOnlyOrganization,
  page,
  prefetchInvitations,
  prefetchMachines,
  prefetchOrganizations,
  prefetchProfiles,
} from './lazy-page.ts';
import { PageError, RouteError } from './route-error.tsx';
import { StartingPage } from './starting-page.tsx';

/** The console's pages (spec chapter 2). The guard decides which one a path shows before it loads. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    middleware: [guard],
    // Middleware runs only for navigations with a loader.
    loader: () => null,
    ErrorBoundary: RouteError,
    HydrateFallback: StartingPage,
    children: [
      { path: '/', Component: StartingPage },
      { path: '/access_token/*', lazy: page(['identity'], () => import('./pages/access-token.tsx')) },
      { path: '/session/login', lazy: page(['identity'], () => import('../areas/identity/login-page.tsx')) },
      { path: '/app-catalog', lazy: page(['apps'], () => import('../areas/apps/catalog-page.tsx')) },
      { path: '/guide/:name?', lazy: page(['palette'], () => import('../areas/guide/guide-page.tsx')) },
      { path: '/share', lazy: page(['identity', 'mirror', 'errors'], () => import('../areas/share/share-page.tsx')) },
      { path: '/demo/login', lazy: page(['identity'], () => import('../areas/identity/demo-page.tsx')) },
      { path: '/manage/login', lazy: page(['identity'], () => import('./pages/manage-login.tsx')) },
      { path: '/error/*', lazy: page(['identity'], () => import('../areas/identity/error-page.tsx')) },
      {
        id: 'management',
        path: '/manage',
        Component: Shell,
        loader: prefetchOrganizations,
        children: [
          {
            // Inside of the frame: its navigation leads on.
            ErrorBoundary: PageError,
            children: [
              {
                index: true,
                loader: enterOnlyOrganization,
                lazy: page([], () => import('../areas/organizations/select-page.tsx')),
              },
              {
                path: 'org/select',
                loader: prefetchInvitations,
                lazy: page([], () => import('../areas/organizations/select-page.tsx')),
              },
              {
                path: 'org/:orgId',
                lazy: page(['members'], () => import('../areas/organizations/organization-page.tsx')),
              },
              {
                path: 'profiles',
                loader: prefetchProfiles,
                lazy: page([], () => import('../areas/profiles/profiles-page.tsx')),
              },
              {
                path: 'profile/:profileId',
                lazy: page(
                  ['forms', 'profile', 'apps', 'rollouts'],
                  () => import('../areas/profiles/profile-page.tsx'),
                ),
              },
              { path: 'rollouts', lazy: page(['rollouts'], () => import('../areas/rollouts/rollouts-page.tsx')) },
              {
                path: 'rollouts/:rolloutId',
                lazy: page(
                  ['rollouts', 'profile', 'forms', 'apps'],
                  () => import('../areas/rollouts/rollout-page.tsx'),
                ),
              },
              {
                path: 'overview',
                lazy: page(
                  ['machines', 'rollouts', 'audit', 'billing'],
                  () => import('../areas/dashboard/dashboard-page.tsx'),
                ),
              },
              { path: 'layers', lazy: page(['machines'], () => import('../areas/layers/layers-page.tsx')) },
              {
                path: 'layers/:layerId',
                lazy: page(
                  ['machines', 'forms', 'profile', 'apps', 'rollouts'],
                  () => import('../areas/layers/layer-page.tsx'),
                ),
              },
              { path: 'os', lazy: page(['machines'], () => import('../areas/os/os-page.tsx')) },
              {
                path: 'os/:version/:channel/:architecture',
                lazy: page(['machines'], () => import('../areas/os/os-version-page.tsx')),
              },
              { path: 'schedules', lazy: page(['machines'], () => import('../areas/schedules/schedules-page.tsx')) },
              { path: 'enrollment', lazy: page(['machines'], () => import('../areas/enrollment/enrollment-page.tsx')) },
              {
                path: 'machines',
                loader: prefetchMachines,
                lazy: page(['machines'], () => import('../areas/machines/list/machines-page.tsx')),
              },
              {
                path: 'machines/deployment/:deployment',
                loader: prefetchMachines,
                lazy: page(['machines'], () => import('../areas/machines/list/machines-page.tsx')),
              },
              {
                path: 'machines/:machineId',
                lazy: page(
                  ['machines', 'forms', 'profile', 'audit'],
                  () => import('../areas/machines/machine/machine-page.tsx'),
                ),
              },
              {
                path: 'machines/:machineId/remote',
                lazy: page(['remote'], () => import('../areas/remote/remote-page.tsx')),
              },
              { path: 'users', lazy: page(['members'], () => import('../areas/organizations/users-page.tsx')) },
              {
                path: 'authentication',
                lazy: page(
                  ['members', 'forms', 'profile'],
                  () => import('../areas/organizations/authentication-page.tsx'),
                ),
              },
              { path: 'billing', lazy: page(['billing', 'apps'], () => import('../areas/billing/billing-page.tsx')) },
              {
                path: 'platform/invoices',
                lazy: page(['billing'], () => import('../areas/billing/open-invoices-page.tsx')),
              },
              { path: 'platform/server', lazy: page(['server'], () => import('../areas/server/server-page.tsx')) },
              {
                path: 'platform/product-ids',
                lazy: page(['products'], () => import('../areas/product-ids/product-ids-page.tsx')),
              },
              { path: 'audit', lazy: page(['audit'], () => import('../areas/audit/audit-page.tsx')) },
              { path: 'api-keys', lazy: page(['keys'], () => import('../areas/api-keys/api-keys-page.tsx')) },
              { path: 'webhooks', lazy: page(['keys'], () => import('../areas/webhooks/webhooks-page.tsx')) },
              { path: 'webhooks/:webhookId', lazy: page(['keys'], () => import('../areas/webhooks/webhook-page.tsx')) },
              {
                path: 'account',
                lazy: page(['account', 'identity'], () => import('../areas/account/account-page.tsx')),
              },
            ],
          },
        ],
      },
      { path: '*', lazy: page([], () => import('./pages/unavailable.tsx')) },
    ],
  },
];
