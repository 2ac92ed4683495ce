import { memoize } from '@berth/contract/memoize';
import { orderedName } from '@berth/contract/rules/names';

/** Compares names in natural order: "Desk 2", "Desk 6", "Desk 10", ignoring case; IDs as text. */
export const naturalOrder = memoize((language: string) => {
  const collator = new Intl.Collator(language, { numeric: true });
  return { compare: (a: string, b: string): number => collator.compare(orderedName(a), orderedName(b)) };
});
