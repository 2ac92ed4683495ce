import { ApiError } from './api-error.ts';

/** RFC 9110, 8.8.3: an entity tag, in quotes, perhaps marked weak. */
const TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/** The tag of an If-Match header without its quotes; undefined where the header is absent or `*`. */
export function readIfMatch(header: string | undefined): string | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const tag = TAG.exec(header.trim())?.[1];
  if (tag !== undefined) return tag;
  const message = 'If-Match must be one entity tag in quotes, as an ETag header gave it, or *';
  throw new ApiError('invalid-input', `${message}.`, [{ path: '/headers/if-match', rule: 'entity-tag', message }]);
}

/** Whether an If-None-Match header names this tag (weak comparison). */
export function matchesNone(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => each.trim() === '*' || TAG.exec(each.trim())?.[1] === tag);
}
