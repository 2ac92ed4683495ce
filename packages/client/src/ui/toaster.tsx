import { SNACKBAR_MS } from '@berth/contract/limits';
import { type ReactNode, useSyncExternalStore } from 'react';
import styles from './toaster.module.css';

/** What a toast offers, such as taking back what it tells of. */
export interface ToastAction {
  readonly label: () => string;
  readonly run: () => void;
}

/** A toast that offers something stays until a person has read it and moved there. */
const OFFER_MS = 8_000;

let current: { readonly id: number; readonly text: () => string; readonly action: ToastAction | undefined } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/**
 * Says for two seconds that something happened (spec chapter 9, snackbar); a newer one replaces it.
 * @param text called at each drawing: a toast speaks the reader's language, also when that changes.
 */
export function showToast(text: () => string, action?: ToastAction): void {
  clearTimeout(timer);
  set({ id: (current?.id ?? 0) + 1, text, action });
  timer = setTimeout(() => set(undefined), action ? OFFER_MS : SNACKBAR_MS);
}

/** Where toasts show; screen readers hear them without losing their place. */
export function Toaster(): ReactNode {
  const shown = useSyncExternalStore(subscribe, () => current);
  return (
    <div className={styles.region} role="status">
      {shown && (
        <div key={shown.id} className={styles.toast}>
          {shown.text()}
          {shown.action && (
            <button type="button" className={styles.action} onClick={() => take(shown.action)}>
              {shown.action.label()}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function take(action: ToastAction | undefined): void {
  clearTimeout(timer);
  set(undefined);
  action?.run();
}

function set(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
