import { LIST_LIMIT_MAX } from '../limits.ts';

/**
 * All entries of a list: without a limit, the API returns only the first hundred.
 * @param read Reads a page by its filter.
 * @param filter What else the filter asks.
 */
export async function allPages<T>(
  read: (filter: string) => Promise<readonly T[]>,
  filter: object = { order: 'name' },
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const page = await read(JSON.stringify({ ...filter, limit: LIST_LIMIT_MAX, skip: all.length }));
    all.push(...page);
    if (page.length < LIST_LIMIT_MAX) return all;
  }
}
