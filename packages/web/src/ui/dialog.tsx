import { createContext, type ReactNode, use, useId, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  /** Handles Esc, if the dialog may be closed that way. */
  readonly onClose?: (() => void) | undefined;
  /** For interrupting dialogs: an error, a confirmation of something destructive. */
  readonly alert?: boolean;
}

/** The focused element when a dialog was requested: a menu that opened it is gone by the time it renders. */
export const DialogOpener = createContext<HTMLElement | null>(null);

/**
 * A modal dialog based on the browser's own: it traps the focus, restores it afterward, and makes the rest of the page
 * inert. The element marked `data-autofocus` gets the focus first. Open while it is rendered.
 */
export function Dialog({ title, children, actions, onClose, alert = false }: DialogProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const opener = use(DialogOpener);
  const ask = useRef(onClose);
  ask.current = onClose;
  // While the dialog is still in the page: closing a removed one does not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    opener?.focus();
    if (!dialog) return;
    dialog.showModal();
    // The dialog was hidden when React would have focused it.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    // Shows the top of the content; the browser had scrolled to the focused element.
    dialog.scrollTop = 0;
    // The browser closes a dialog by itself at the third Esc that it refused: it is still rendered, so it stays open.
    const reopen = () => {
      dialog.showModal();
      ask.current?.();
    };
    dialog.addEventListener('close', reopen);
    return () => {
      dialog.removeEventListener('close', reopen);
      dialog.close();
    };
  }, [opener]);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={heading}
      role={alert ? 'alertdialog' : undefined}
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className={styles.content}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </dialog>
  );
}
