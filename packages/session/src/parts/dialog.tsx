import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Escape, or whatever else closes a dialog. */
  readonly onClose: () => void;
}

/** A modal dialog: 500 px to three quarters of the screen wide (spec chapter 2). The last child holds the focus. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    // The dialog was hidden when React would have focused it.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    // Whoever reads begins at its top; the browser had gone on to what it focused.
    element.scrollTop = 0;
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
