import { useTexts } from '@berth/web/i18n/store.ts';
import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './palette.module.css';

interface ResultsProps {
  /** The list's ID, and prefix of its options' IDs. */
  readonly list: string;
  /** Grouped. */
  readonly items: readonly PaletteItem[];
  readonly active: PaletteItem | undefined;
  readonly choose: (item: PaletteItem) => void;
}

/** Search results; a group's name is above its first item, and announced with each. */
export function Results({ list, items, active, choose }: ResultsProps): ReactNode {
  const { t } = useTexts();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    element.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div ref={element} id={list} role="listbox" aria-label={t('palette.results')} className={styles.list}>
      {items.map((item, index) => {
        const { id, group, icon: Icon, name, hint } = item;
        const isFirst = items[index - 1]?.group !== group;
        return (
          <div
            key={`${group} ${id}`}
            id={`${list}-${id}`}
            role="option"
            aria-selected={item === active}
            tabIndex={-1}
            className={styles.row}
            onClick={() => choose(item)}
            onKeyDown={(event) => event.key === 'Enter' && choose(item)}
          >
            <span className={isFirst ? styles.group : 'visually-hidden'}>{t(`palette.group.${group}`)}</span>
            <span className={styles.item}>
              <Icon size={18} stroke={1.5} aria-hidden />
              <span className={styles.name}>{name}</span>
              {hint !== undefined && <span className={styles.hint}>{hint}</span>}
            </span>
          </div>
        );
      })}
    </div>
  );
}

const GROUPS = ['open', 'machines', 'settings', 'profiles', 'members', 'pages', 'actions'] as const;

/** An entry of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly group: (typeof GROUPS)[number];
  readonly icon: TablerIcon;
  readonly name: string;
  /** Shown next to the name, and searched too. */
  readonly hint?: string | undefined;
  /** Also searched, but not shown: a machine's addresses, tags, and serial number. */
  readonly keywords?: readonly (string | null)[] | undefined;
  readonly run: () => void;
}

/** Maximum entries shown per group; more letters narrow them down. */
const SHOWN = 6;

/**
 * Items that contain every word of a search in name, hint or keywords, grouped: first those whose name starts with it.
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
