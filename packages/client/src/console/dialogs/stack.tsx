import { Fragment, type ReactNode, useSyncExternalStore } from 'react';

interface OpenDialog {
  readonly id: number;
  readonly content: ReactNode;
}

let open: readonly OpenDialog[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/**
 * Opens a dialog from anywhere and resolves with what it is closed with.
 * @param render draws the dialog; it calls `close` with the person's answer.
 */
export function openDialog<Answer>(render: (close: (answer: Answer) => void) => ReactNode): Promise<Answer> {
  return new Promise((resolve) => {
    const id = nextId++;
    const close = (answer: Answer) => {
      set(open.filter((dialog) => dialog.id !== id));
      resolve(answer);
    };
    set([...open, { id, content: render(close) }]);
  });
}

/** Where open dialogs are rendered, the newest on top. */
export function DialogStack(): ReactNode {
  const dialogs = useSyncExternalStore(subscribe, () => open);
  return dialogs.map(({ id, content }) => <Fragment key={id}>{content}</Fragment>);
}

function set(next: readonly OpenDialog[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
