import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '../parts/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import styles from './opening.module.css';

interface OpeningProps {
  readonly name: string;
  /** Icon of the tile from which it grows. */
  readonly icon: ReactNode;
  readonly color: string;
  readonly background: string;
  readonly tile: () => Element | null | undefined;
  readonly onCancel: () => void;
  /** Called when the window is visible, or will not open. */
  readonly onEnd: () => void;
}

const GROWING_MS = 200;
/** The second tap of an impatient user lands on the button that was not there before. */
const SECOND_TAP_MS = 700;

/** Covers the time from tapping a tile until its window has painted: the tile grows to the size of the window. */
export default function Opening({ name, icon, color, background, tile, onCancel, onEnd }: OpeningProps) {
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const end = useRef(onEnd);
  end.current = onEnd;
  const from = useRef(tile);
  const since = useRef(0);
  useLayoutEffect(() => {
    const shown = dialog.current;
    const start = from.current()?.getBoundingClientRect();
    shown?.showModal();
    since.current = performance.now();
    if (shown && start) grow(shown, start);
    return () => {
      shown?.close();
      end.current();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.opening}
      style={{ color, backgroundColor: background }}
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      {icon}
      <p className={styles.name} dir="auto">
        {name}
      </p>
      <p className={styles.state} role="status">
        <Glyph name="loader-2" size={24} />
        {t('session.tile.starting')}
      </p>
      <Button onClick={() => performance.now() - since.current > SECOND_TAP_MS && onCancel()}>
        {t('common.cancel')}
      </Button>
    </dialog>
  );
}

function grow(shown: Element, { left, top, width, height }: DOMRect): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const screen = shown.getBoundingClientRect();
  const place = `${(left / screen.width) * 100}%, ${(top / screen.height) * 100}%`;
  const small = `translate(${place}) scale(${width / screen.width}, ${height / screen.height})`;
  shown.animate?.([{ transform: small }, { transform: 'none' }], { duration: GROWING_MS, easing: 'ease-out' });
}
