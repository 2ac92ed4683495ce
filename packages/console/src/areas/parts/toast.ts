import { currentTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import { showToast } from '../../ui/toaster.tsx';

/** What a toast offers, such as taking back what it tells of. */
interface Offer {
  readonly label: Words;
  readonly run: () => void;
}

/** Says for a moment that something happened, in the reader's language, also when that changes meanwhile. */
export function toast(words: Words, offer?: Offer): void {
  const said = (what: Words) => () => what(currentTexts());
  showToast(said(words), offer && { label: said(offer.label), run: offer.run });
}
