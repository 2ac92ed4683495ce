import { createContext, type ReactNode, use, useId, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  /** Esc, where the dialog may be left that way. */
  readonly onClose?: (() => void) | undefined;
  /** For dialogs that interrupt: an error, a question before something is destroyed. */
  readonly alert?: boolean;
}

/** Where the focus was when a dialog was asked for: a menu that opened it is gone by the time it is drawn. */
export const DialogOpener = createContext<HTMLElement | null>(null);

/**
 * A modal dialog on the browser's own: it keeps the focus inside, gives it back to where it was, and makes the rest of
 * the page inert. The element marked `data-autofocus` has the focus first. Open as long as it is rendered.
 */
export function Dialog({ title, children, actions, onClose, alert = false }: DialogProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const opener = use(DialogOpener);
  // While the dialog is still in the page: closing one that was taken out gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    opener?.focus();
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog?.close();
  }, [opener]);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={heading}
      role={alert ? 'alertdialog' : undefined}
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
