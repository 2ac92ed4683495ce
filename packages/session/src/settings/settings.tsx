import { LANGUAGE_NAMES, LANGUAGES, LOCALES } from '@berth/web/i18n/locales.ts';
import { chooseLanguage, useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { AccessibilityChoices } from '../accessibility/accessibility-panel.tsx';
import { chooseTheme, type ThemeChoice, themeChoice } from '../appearance.ts';
import { navigate } from '../navigation.ts';
import { NetworkPanel } from '../network/network-panel.tsx';
import { Button } from '../parts/button.tsx';
import { Choices } from '../parts/choices.tsx';
import { Page } from '../parts/page.tsx';
import { FACTORY_RESET_PATH, HOME_PATH } from '../paths.ts';
import { useSession } from '../state/session.ts';
import { TimeZoneSelect } from '../time-zone/time-zone-select.tsx';
import { useTimeZone } from '../time-zone/use-time-zone.ts';
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
      {current && <TimeZoneSelect {...current} failed={failed} onChange={(zone) => void set(zone)} />}
      <NetworkPanel />
      <div className={styles.actions}>
        {bridge && <Button onClick={() => navigate(FACTORY_RESET_PATH)}>{t('screens.factoryReset.title')}</Button>}
        <Button kind="primary" onClick={() => navigate(HOME_PATH, 'replace')}>
          {t('screens.done')}
        </Button>
      </div>
    </Page>
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
