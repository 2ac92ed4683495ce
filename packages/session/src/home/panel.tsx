import { type ReactNode, useEffect, useRef } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  readonly label: string;
  readonly side: 'start' | 'end';
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A panel above a Status Bar button. Closes on Escape, and when the focus leaves. */
export function Panel({ label, side, children, onClose }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.focus();
    function onOutside(event: PointerEvent): void {
      if (event.target instanceof Node && !panel.current?.parentElement?.contains(event.target)) onClose();
    }
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      onClose();
      if (opener instanceof HTMLElement) opener.focus();
    }
    addEventListener('pointerdown', onOutside);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onOutside);
      removeEventListener('keydown', onKey);
    };
  }, [onClose]);
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
