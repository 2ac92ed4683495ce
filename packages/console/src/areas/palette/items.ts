import type { TablerIcon } from '@tabler/icons-react';

export const GROUPS = ['open', 'machines', 'settings', 'profiles', 'members', 'pages', 'actions'] as const;

/** An entry of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly group: (typeof GROUPS)[number];
  readonly icon: TablerIcon;
  readonly name: string;
  /** Shown next to the name, and searched too. */
  readonly hint?: string | undefined;
  /** Searched too, and not shown: a machine is found by its addresses, tags, and serial number. */
  readonly keywords?: readonly (string | null)[] | undefined;
  readonly run: () => void;
}

/** Maximum entries shown per group; more letters narrow them down. */
const SHOWN = 6;

/**
 * Items that contain every word of a search in name, hint or keywords: those whose name starts with it first, the others in their
 * order, grouped.
 */
export function search(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter(({ name, hint = '', keywords = [] }) => {
    const all = [name, hint, ...keywords].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return GROUPS.flatMap((group) => {
    const [first = ''] = words;
    const rank = ({ name }: PaletteItem) => (name.toLowerCase().startsWith(first) ? 0 : 1);
    return found
      .filter((item) => item.group === group)
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, SHOWN);
  });
}
