import { needsLatin } from '@berth/contract/profile/keyboard-layouts';
import { intlTag, type Language } from '@berth/web/i18n/locales.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Panel } from '../home/panel.tsx';
import { Choices } from '../parts/choices.tsx';
import { useSession, useSessionState } from '../state/session.ts';
import styles from './peripherals.module.css';

/** The keyboard layout, one of the profile's (spec chapter 3, keyboard_layouts). */
export default function KeyboardPanel({ onClose }: { onClose: () => void }) {
  const { t, language } = useTexts();
  const { bridge } = useSession();
  const keyboard = useSessionState((state) => state.keyboard);
  return (
    <Panel label={t('session.keyboard')} side="end" onClose={onClose}>
      <h2 className={styles.heading}>{t('session.keyboard')}</h2>
      <Choices
        label={t('session.keyboard')}
        name="keyboard-layout"
        value={keyboard?.layout}
        options={layoutOptions(keyboard?.layouts ?? [], language)}
        onChange={(layout) => void bridge?.call('choose_keyboard_layout', { layout }).catch(() => {})}
      />
      <LatinHint layout={keyboard?.layout} />
      {keyboard?.onScreen && <p className={styles.muted}>{t('screens.keyboard.onScreen')}</p>}
    </Panel>
  );
}

/** How to type Latin letters, as in an e-mail address, with a layout that has none. */
export function LatinHint({ layout = '' }: { readonly layout?: string | undefined }) {
  const { t } = useTexts();
  return needsLatin(layout) ? <p className={styles.muted}>{t('screens.keyboard.latin')}</p> : null;
}

/** Keyboard layouts by the names of their countries. */
export function layoutOptions<Layout extends string>(layouts: readonly Layout[], language: Language) {
  const countries = new Intl.DisplayNames([intlTag(language)], { type: 'region' });
  return layouts.map((value) => ({ value, label: `${countries.of(value) ?? value} (${value})` }));
}
