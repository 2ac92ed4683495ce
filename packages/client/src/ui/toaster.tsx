import { SNACKBAR_MS } from '@berth/contract/limits';
import { type ReactNode, useSyncExternalStore } from 'react';
import styles from './toaster.module.css';

let current: { readonly id: number; readonly text: string } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Says for two seconds that something happened (spec chapter 9, snackbar); a newer one replaces it. */
export function toast(text: string): void {
  clearTimeout(timer);
  set({ id: (current?.id ?? 0) + 1, text });
  timer = setTimeout(() => set(undefined), SNACKBAR_MS);
}

/** Where toasts show; screen readers hear them without losing their place. */
export function Toaster(): ReactNode {
  const shown = useSyncExternalStore(subscribe, () => current);
  return (
    <div className={styles.region} role="status">
      {shown && (
        <div key={shown.id} className={styles.toast}>
          {shown.text}
        </div>
      )}
    </div>
  );
}

function set(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
