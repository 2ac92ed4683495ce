import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { PaletteItem } from './items.ts';
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
