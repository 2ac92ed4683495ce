import { clip } from '../../lib/clip.ts';

const SHOWN_MAX = 200;

/**
 * An error_description as people may see it: whoever makes a link writes it, so it is short enough not to pass for the
 * page's own words.
 */
export function shownDescription(description: string): string {
  return clip(description, SHOWN_MAX);
}
