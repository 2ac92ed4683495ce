import type { TablerIcon } from '@tabler/icons-react';

export const GROUPS = ['machines', 'profiles', 'members', 'pages', 'actions'] as const;

/** Something that the palette finds. */
export interface PaletteItem {
  readonly id: string;
  readonly group: (typeof GROUPS)[number];
  readonly icon: TablerIcon;
  readonly name: string;
  /** Said beside the name, and searched too. */
  readonly hint?: string | undefined;
  readonly run: () => void;
}

/** So many of a group are shown; more are found by more letters. */
const SHOWN = 6;

/**
 * The items that have every word of a search in name or hint: those whose name begins with it first, the others in
 * their order, group by group.
 */
export function search(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter(({ name, hint = '' }) => {
    const all = `${name} ${hint}`.toLowerCase();
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
