import { LANGUAGE_NAMES, LANGUAGES, LOCALES } from '@berth/web/i18n/locales.ts';
import { chooseLanguage, useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { AccessibilityChoices } from '../accessibility/accessibility-panel.tsx';
import { chooseTheme, type ThemeChoice, themeChoice } from '../appearance.ts';
import { navigate } from '../navigation.ts';
import { NetworkPanel } from '../network/network-panel.tsx';
import { Button } from '../parts/button.tsx';
import { Choices } from '../parts/choices.tsx';
import { Select } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { FACTORY_RESET_PATH, HOME_PATH } from '../paths.ts';
import { AudioDevices } from '../peripherals/audio-panel.tsx';
import { LatinHint, layoutOptions } from '../peripherals/keyboard-panel.tsx';
import { useSession, useSessionState } from '../state/session.ts';
import { TimeZoneSelect } from '../time-zone/time-zone-select.tsx';
import { useTimeZone } from '../time-zone/use-time-zone.ts';
import { DisplaysSection } from './displays-section.tsx';
import styles from './settings.module.css';

const THEMES: readonly ThemeChoice[] = ['profile', 'light', 'dark'];

/** What a user may change on the machine: everything else is in the profile. */
export default function Settings() {
  const { t, language } = useTexts();
  const { bridge } = useSession();
  const [theme, setTheme] = useState(themeChoice);
  const { current, failed, set } = useTimeZone();
  return (
    <Page title={t('screens.settings.title')}>
      <Section title={t('common.language')}>
        <Choices
          label={t('common.language')}
          name="language"
          columns={2}
          value={language}
          options={LANGUAGES.map((value) => ({
            value,
            label: LANGUAGE_NAMES[value],
            lang: LOCALES[value].bcp47,
          }))}
          onChange={(next) => void chooseLanguage(next)}
        />
      </Section>
      <Section title={t('common.theme')}>
        <Choices
          label={t('common.theme')}
          name="theme"
          value={theme}
          options={THEMES.map((value) => ({ value, label: t(`screens.theme.${value}`) }))}
          onChange={(next) => {
            chooseTheme(next);
            setTheme(next);
          }}
        />
      </Section>
      {bridge && (
        <Section title={t('screens.accessibility.title')}>
          <AccessibilityChoices />
        </Section>
      )}
      {bridge && (
        <Section title={t('screens.settings.sound')}>
          <AudioDevices />
        </Section>
      )}
      <DisplaysSection />
      <KeyboardSection />
      {current && (
        <Section title={t('screens.timeZone')}>
          <div className={styles.named}>
            <TimeZoneSelect {...current} failed={failed} onChange={(zone) => void set(zone)} />
          </div>
        </Section>
      )}
      {bridge && (
        <Section title={t('screens.network.title')}>
          <NetworkPanel />
        </Section>
      )}
      <div className={styles.actions}>
        {bridge && <Button onClick={() => navigate(FACTORY_RESET_PATH)}>{t('screens.factoryReset.title')}</Button>}
        <Button kind="primary" onClick={() => navigate(HOME_PATH, 'replace')}>
          {t('screens.done')}
        </Button>
      </div>
    </Page>
  );
}

/** The layouts that the profile allows. */
function KeyboardSection() {
  const { t, language } = useTexts();
  const { bridge } = useSession();
  const keyboard = useSessionState((state) => state.keyboard);
  if (!keyboard) return null;
  const options = layoutOptions(keyboard.layouts, language);
  return (
    <Section title={t('screens.settings.keyboard')}>
      {options.length === 1 ? (
        <p className={styles.muted}>{t('screens.settings.keyboard.one', { layout: options[0]?.label ?? '' })}</p>
      ) : (
        <Select
          label={t('session.keyboard')}
          value={keyboard.layout}
          options={options}
          onChange={(layout) => void bridge?.call('choose_keyboard_layout', { layout }).catch(() => {})}
        />
      )}
      <LatinHint layout={keyboard.layout} />
      {keyboard.onScreen && <p className={styles.muted}>{t('screens.keyboard.onScreen')}</p>}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}
