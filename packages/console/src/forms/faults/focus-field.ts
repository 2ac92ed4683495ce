import { keysOf } from '../state/values-at-path.ts';

const FIELDS = 'input:not([type=hidden], [type=file]), select, textarea';
const BUTTONS = 'button:not(:disabled)';

/** Brings the field at the path into view and puts the focus into it; where it has none, into what holds it. */
export function focusField(form: HTMLElement, path: string): void {
  const keys = keysOf(path);
  for (let length = keys.length; length >= 0; length--) {
    const at = keys.slice(0, length).join('.');
    const place = form.querySelector<HTMLElement>(`[data-path="${CSS.escape(at)}"]`);
    const field = place?.matches(FIELDS)
      ? place
      : (place?.querySelector<HTMLElement>(FIELDS) ?? place?.querySelector<HTMLElement>(BUTTONS));
    // A form within this one has led there itself.
    if (length < keys.length && place?.contains(document.activeElement)) return;
    if (place && field) {
      place.scrollIntoView({ block: 'center' });
      field.focus({ preventScroll: true });
      return;
    }
  }
}
