import { CHUNK_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';
import type { Area } from '../i18n/keys.ts';
import { loadTexts } from '../i18n/store.ts';

interface PageModule {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
}

/** A route's page as a chunk of its own, together with the texts that it shows. */
export function page(areas: readonly Area[], load: () => Promise<PageModule>): () => Promise<PageModule> {
  return async () => {
    const [module] = await inTime(Promise.all([load(), loadTexts(areas)]));
    const { Component, loader } = module;
    return loader ? { Component, loader } : { Component };
  };
}

/** A chunk that does not come within two minutes never will (spec chapter 8): the error page offers to try again. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('Loading a part of the page took too long')), CHUNK_LOAD_TIMEOUT_MS);
  });
  return Promise.race([work, timeout]);
}
