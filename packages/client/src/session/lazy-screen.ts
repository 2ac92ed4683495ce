import { type ComponentType, lazy } from 'react';
import type { Area } from '../i18n/keys.ts';
import { loadTexts } from '../i18n/store.ts';

/** A part of the session that comes as a chunk of its own, once the texts of its areas are there. */
export function lazyScreen<P extends object = object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  ...areas: Area[]
) {
  return lazy(async () => {
    await loadTexts(areas);
    return load();
  });
}
