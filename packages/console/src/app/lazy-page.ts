import { CHUNK_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import type { Area } from '@berth/web/i18n/keys.ts';
import { loadTexts } from '@berth/web/i18n/store.ts';
import type { ComponentType } from 'react';
import { type LoaderFunction, matchRoutes, type RouteObject } from 'react-router';
import { ChunkError } from './chunk-error.ts';

interface PageModule {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
}

interface LazyPage {
  (): Promise<PageModule>;
  /** Begins to load the page's code, before anybody knows in which language it will speak. */
  readonly begin: () => Promise<unknown>;
}

/** A route's page as a chunk of its own, together with the texts that it shows. */
export function page(areas: readonly Area[], load: () => Promise<PageModule>): LazyPage {
  const whole = async () => {
    const [module] = await inTime(Promise.all([load(), loadTexts(areas)]));
    const { Component, loader } = module;
    return loader ? { Component, loader } : { Component };
  };
  return Object.assign(whole, { begin: load });
}

/** Begins to load the code of the page at an address; whether that works shows when the page is opened. */
export function beginPage(routes: RouteObject[], path: string): void {
  for (const { route } of matchRoutes(routes, path) ?? []) {
    if (isLazyPage(route.lazy)) void route.lazy.begin().catch(() => undefined);
  }
}

function isLazyPage(lazy: RouteObject['lazy']): lazy is LazyPage {
  return typeof lazy === 'function' && 'begin' in lazy;
}

/**
 * A chunk that does not come within two minutes never will (spec chapter 8): the error page offers to try again.
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
