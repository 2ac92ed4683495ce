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
  /** What had the focus as it appeared. */
  readonly origin: Element | null;
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
  const shown = { id: (current.get()?.id ?? 0) + 1, text, action, origin: document.activeElement };
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
              onClick={() => take(shown)}
              onFocus={() => clearTimeout(timer)}
              onBlur={() => hideLater(shown.id)}
            >
              {shown.action.label()}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Nothing disappears under the focus; afterward it stays as long as after its text. */
function hideLater(id: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (current.get()?.id === id) current.set(undefined);
  }, OFFER_MS - SNACKBAR_MS);
}

/** Runs the action; the focus, which would be lost with the button, returns to where it was, or to the page. */
function take({ action, origin }: Shown): void {
  clearTimeout(timer);
  current.set(undefined);
  const isThere = origin?.isConnected && origin !== document.body;
  const place = isThere ? origin : document.querySelector('main');
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  action?.run();
}
