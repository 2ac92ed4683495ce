import { ApiError } from '../api-error.ts';

/** Ends reading: where in the filter (JSON pointer), which rule, and what is allowed. */
export type Refuse = (path: string, rule: string, message: string) => never;

export const refuse: Refuse = (path, rule, message) => {
  throw new ApiError('invalid-filter', `filter${path}: ${message}`, [{ path, rule, message }]);
};

/** The pointer one step further down. */
export function child(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A plain object, or the end. */
export function record(value: unknown, path: string, refuse: Refuse): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(path, 'type', 'must be an object');
  return value as Record<string, unknown>;
}
