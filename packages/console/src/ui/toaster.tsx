import { SNACKBAR_MS } from '@berth/contract/limits';
import { sharedValue } from '@berth/web/lib/shared-value.ts';
import type { ReactNode } from 'react';
import styles from './toaster.module.css';

/** An action of a toast, such as undo. */
export interface ToastAction {
  readonly label: () => string;
  readonly run: () => void;
}

/** The action of a toast stays after its text, so that the user has time to reach it. */
const OFFER_MS = 10_000;

interface Shown {
  readonly id: number;
  readonly text: () => string;
  readonly action: ToastAction | undefined;
  /** The text is gone; only the action is left. */
  readonly told: boolean;
}

const current = sharedValue<Shown | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a message for two seconds (spec chapter 9, snackbar); a newer one replaces it.
 * @param text called at each render, so that the toast follows the language.
 */
export function showToast(text: () => string, action?: ToastAction): void {
  clearTimeout(timer);
  const shown = { id: (current.get()?.id ?? 0) + 1, text, action };
  current.set({ ...shown, told: false });
  timer = setTimeout(() => {
    current.set(action && { ...shown, told: true });
    if (action) timer = setTimeout(() => current.set(undefined), OFFER_MS - SNACKBAR_MS);
  }, SNACKBAR_MS);
}

/** Shows toasts; screen readers announce them without losing their position. */
export function Toaster(): ReactNode {
  const shown = current.use();
  return (
    <div className={styles.region} role="status">
      {shown && (
        <div key={shown.id} className={styles.toast}>
          {!shown.told && shown.text()}
          {shown.action && (
            <button
              type="button"
              className={styles.action}
              title={shown.told ? shown.text() : undefined}
              onClick={() => take(shown.action)}
            >
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
  current.set(undefined);
  action?.run();
}
