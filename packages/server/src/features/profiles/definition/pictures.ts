import type { Fault } from '@berth/contract/errors';
import { PICTURE_MEGAPIXELS_MAX, PICTURE_SIDE_MAX } from '@berth/contract/limits';
import { below } from '@berth/contract/profile/pointer';
import { keptDataUrl } from '../../../platform/pictures/picture.ts';
import { PictureError, type PictureRule } from '../../../platform/pictures/picture-bytes.ts';

const MESSAGES: Readonly<Record<PictureRule, string>> = {
  picture: 'must be a picture of the type that it is said to be: PNG, JPEG, WebP or GIF',
  'picture-broken': 'must be a whole picture: this one is damaged or cut off',
  'picture-trailing': 'must hold nothing behind the picture',
  'picture-size': `must have 1 to ${PICTURE_SIDE_MAX} pixels on each side, and at most ${PICTURE_MEGAPIXELS_MAX} megapixels`,
};

/** A definition with its pictures as they were read: whatever else their bytes held is gone. */
export function keepPictures(definition: unknown): { readonly value: unknown; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];

  function walk(value: unknown, path: string): unknown {
    if (typeof value === 'string') return value.startsWith('data:image/') ? kept(value, path) : value;
    if (Array.isArray(value)) return value.map((each, index) => walk(each, below(path, String(index))));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, below(path, key))]));
  }

  function kept(url: string, path: string): string {
    try {
      return keptDataUrl(url);
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      const { rule } = error;
      const params = rule === 'picture-size' ? { limit: PICTURE_SIDE_MAX, allowedValue: PICTURE_MEGAPIXELS_MAX } : {};
      faults.push({ path, rule, message: MESSAGES[rule], params });
      return url;
    }
  }

  return { value: walk(definition, ''), faults };
}
