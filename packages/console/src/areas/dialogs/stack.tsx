import { sharedValue } from '@berth/web/lib/shared-value.ts';
import { DialogOpener } from '@berth/web/ui/dialog.tsx';
import type { ReactNode } from 'react';

interface OpenDialog {
  readonly id: number;
  readonly content: ReactNode;
  readonly opener: HTMLElement | null;
}

const dialogs = sharedValue<readonly OpenDialog[]>([]);
let nextId = 1;

/**
 * Opens a dialog from anywhere; resolves with its result.
 * @param render renders the dialog, which calls `close` with the result.
 */
export function openDialog<Answer>(render: (close: (answer: Answer) => void) => ReactNode): Promise<Answer> {
  return new Promise((resolve) => {
    const id = nextId++;
    const close = (answer: Answer) => {
      dialogs.set(dialogs.get().filter((dialog) => dialog.id !== id));
      resolve(answer);
    };
    dialogs.set([...dialogs.get(), { id, content: render(close), opener: focused() }]);
  });
}

/** Opens a dialog unless one is open already; undefined then. */
export async function openOnlyDialog<Answer>(
  render: (close: (answer: Answer) => void) => ReactNode,
): Promise<Answer | undefined> {
  if (dialogs.get().length > 0 || document.querySelector('dialog[open]')) return undefined;
  return openDialog(render);
}

/** Cancels every open dialog that can be canceled, newest first, like Esc. */
export function leaveDialogs(): void {
  for (const dialog of [...document.querySelectorAll('dialog')].reverse()) {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  }
}

/** Renders open dialogs, the newest on top. */
export function DialogStack(): ReactNode {
  return dialogs.use().map(({ id, content, opener }) => (
    <DialogOpener key={id} value={opener}>
      {content}
    </DialogOpener>
  ));
}

/** The focused element; for a menu item, the button that opened the menu (WAI-ARIA practices, menu button). */
function focused(): HTMLElement | null {
  const element = document.activeElement;
  const menu = element?.closest('[role=menu]');
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return element instanceof HTMLElement ? element : null;
}
