import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Escape, or any other way to close the dialog. */
  readonly onClose: () => void;
}

/** A modal dialog, 500 px to three quarters of the screen wide (spec chapter 2). The last child gets the focus. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    // The dialog was hidden when React would have focused it.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    // Shows the top of the content; the browser had scrolled to the focused element.
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
