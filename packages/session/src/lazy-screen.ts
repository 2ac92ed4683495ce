import type { Area } from '@berth/web/i18n/keys.ts';
import { loadTexts } from '@berth/web/i18n/store.ts';
import { type ComponentType, lazy } from 'react';

/** A part of the session as a separate chunk, loaded together with its texts. */
export function lazyScreen<P extends object = object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  ...areas: Area[]
) {
  return lazy(async () => {
    await loadTexts(areas);
    return load();
  });
}
