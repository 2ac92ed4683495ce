import { currentTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import { showToast } from '../../ui/toaster.tsx';

/** An action of a toast, such as undo. */
interface Offer {
  readonly label: Words;
  readonly run: () => void;
}

/** Shows a short message in the user's language, which it follows. */
export function toast(words: Words, offer?: Offer): void {
  const said = (what: Words) => () => what(currentTexts());
  showToast(said(words), offer && { label: said(offer.label), run: offer.run });
}
