import { type ReactNode, useEffect, useRef } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  readonly label: string;
  readonly side: 'start' | 'end';
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** Gets the focus back; by default what has it now. */
  readonly opener?: Element | null;
}

/** A panel above a Status Bar button. Closes on Escape, and when the focus leaves. */
export function Panel({ label, side, children, onClose, opener }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = opener ?? document.activeElement;
    panel.current?.focus();
    function onOutside(event: Event): void {
      // Without a panel, what it opened has taken its place and the focus.
      const bar = panel.current?.parentElement;
      if (bar && event.target instanceof Node && !bar.contains(event.target)) onClose();
    }
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      onClose();
      if (before instanceof HTMLElement) before.focus();
    }
    addEventListener('pointerdown', onOutside);
    addEventListener('focusin', onOutside);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onOutside);
      removeEventListener('focusin', onOutside);
      removeEventListener('keydown', onKey);
    };
  }, [onClose, opener]);
  return (
    <div
      ref={panel}
      className={`${styles.panel} ${styles[side]}`}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      data-panel=""
    >
      {children}
    </div>
  );
}
