import { useTexts } from '@berth/web/i18n/store.ts';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './palette.module.css';
import { Results, search } from './results.tsx';
import { useItems } from './use-items.ts';

interface PaletteProps {
  /** Returns what was typed before the palette was rendered. */
  readonly typed: () => string;
  /** With the chosen item's action; undefined when canceled. */
  readonly close: (run: (() => void) | undefined) => void;
}

/** One field that finds machines, profiles, members, pages and actions; arrows select, Enter opens. */
export default function Palette({ typed, close }: PaletteProps): ReactNode {
  const { t } = useTexts();
  const list = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(typed);
  const [index, setIndex] = useState(0);
  /** Enter was pressed before there was a result: opens the first one. */
  const [isEntered, setEntered] = useState(false);
  const items = search(useItems(useDeferredValue(text)), text);
  const active = items[Math.min(index, items.length - 1)];
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useLayoutEffect(() => {
    if (isEntered && active) close(active.run);
  }, [isEntered, active, close]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setIndex((Math.min(index, items.length - 1) + step + items.length) % items.length);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // The focus returns to its previous element: the rest of this key press must not activate a button there.
      event.preventDefault();
      if (active) close(active.run);
      else setEntered(true);
    }
  };
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('palette.title')}
      onCancel={(event) => {
        event.preventDefault();
        close(undefined);
      }}
      // A click outside: the dialog element itself is only the backdrop.
      onClick={(event) => event.target === dialog.current && close(undefined)}
      onKeyDown={onKeyDown}
    >
      <div className={styles.box}>
        <label className={styles.field}>
          <IconSearch size={20} stroke={1.5} aria-hidden />
          <span className="visually-hidden">{t('palette.title')}</span>
          <input
            className={styles.input}
            role="combobox"
            aria-expanded={items.length > 0}
            aria-controls={list}
            aria-activedescendant={active && `${list}-${active.id}`}
            aria-autocomplete="list"
            placeholder={t('palette.placeholder')}
            maxLength={100}
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setIndex(0);
              setEntered(false);
            }}
          />
        </label>
        <Results list={list} items={items} active={active} choose={(item) => close(item.run)} />
        {items.length === 0 && <p className={styles.empty}>{t('palette.empty')}</p>}
      </div>
    </dialog>
  );
}
