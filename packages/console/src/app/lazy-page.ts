import { CHUNK_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import type { Area } from '@berth/web/i18n/keys.ts';
import { loadTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ComponentType } from 'react';
import { type LoaderFunction, matchRoutes, type RouteObject, redirect } from 'react-router';
import {
  chooseOrganization,
  countsQuery,
  EVERYTHING,
  invitationsQuery,
  organizationsQuery,
  profilesQuery,
} from '../areas/organizations/queries.ts';
import { activeOrganizationId } from '../data/active-organization.ts';
import { prefetch, queryClient } from '../data/query.ts';
import { reloadFailedStyles } from '../lib/failed-styles.ts';

interface PageModule {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
}

interface LazyPage {
  (): Promise<PageModule>;
  /** Starts loading the page's code before its language is known. */
  readonly begin: () => Promise<unknown>;
}

/** A route's page as its own chunk, loaded together with its texts. */
export function page(areas: readonly Area[], load: () => Promise<PageModule>): LazyPage {
  let loading: Promise<PageModule> | undefined;
  let hasFailed = false;
  // Loaded once: a second import waits neither for the style sheets of the first nor fails with them.
  const begin = () => {
    loading ??= hasFailed ? reloadFailedStyles().then(load) : load();
    return loading;
  };
  const whole = async () => {
    const [module] = await inTime(Promise.all([begin(), loadTexts(areas)])).catch((error: unknown) => {
      // Tried again at the next click on a link to it.
      loading = undefined;
      hasFailed = true;
      throw error;
    });
    const { Component, loader } = module;
    return loader ? { Component, loader } : { Component };
  };
  return Object.assign(whole, { begin });
}

/** Preloads the code of a path's page; errors show when the page opens. */
export function beginPage(routes: RouteObject[], path: string): void {
  for (const { route } of matchRoutes(routes, path) ?? []) {
    if (isLazyPage(route.lazy)) void route.lazy.begin().catch(() => undefined);
  }
}

function isLazyPage(lazy: RouteObject['lazy']): lazy is LazyPage {
  return typeof lazy === 'function' && 'begin' in lazy;
}

/**
 * Limits a chunk's load to two minutes (spec chapter 8); then the error page offers a retry.
 * @throws ChunkError
 */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('It took too long')), CHUNK_LOAD_TIMEOUT_MS);
  });
  const arrived = work.catch((cause: unknown) => {
    throw new ChunkError('It did not arrive', { cause });
  });
  try {
    return await Promise.race([arrived, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** A script, style sheet or text file that could not be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

/**
 * Requests a page's data while its code loads: on a slow computer the replies arrive long before the code, and a page
 * with its data renders once.
 */
export const prefetchOrganizations = prefetching(() => prefetch(organizationsQuery));

export const prefetchInvitations = prefetching(() => prefetch(invitationsQuery));

/** Enters the only organization of a user without asking; the page shows several, none, or an open invitation. */
export const enterOnlyOrganization: LoaderFunction = async () => {
  const [organizations, invitations] = await Promise.allSettled([
    queryClient.fetchQuery(organizationsQuery),
    queryClient.fetchQuery(invitationsQuery),
  ]);
  if (organizations.status === 'rejected' || invitations.status === 'rejected') return null;
  const [only, another] = organizations.value;
  if (!only || another || invitations.value.data.length > 0) return null;
  chooseOrganization(only.id);
  return redirect(paths.overview());
};

export const prefetchProfiles = prefetching(() => {
  const orgId = activeOrganizationId();
  if (orgId !== null) prefetch(profilesQuery(orgId));
});

export const prefetchMachines = prefetching(() => {
  const orgId = activeOrganizationId();
  if (orgId === null) return;
  prefetch(profilesQuery(orgId));
  prefetch(countsQuery(orgId, EVERYTHING));
});

/** A loader that does not wait. */
function prefetching(ask: () => void): LoaderFunction {
  return () => {
    ask();
    return null;
  };
}
