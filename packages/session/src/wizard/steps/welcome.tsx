import { FIRST_BOOT_TARGET_MS } from '@berth/contract/limits';
import { KEYBOARD_LAYOUTS, type KeyboardLayout } from '@berth/contract/profile/keyboard-layouts';
import { intlTag, LANGUAGE_NAMES, LANGUAGES, LOCALES } from '@berth/web/i18n/locales.ts';
import { chooseLanguage, useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useState } from 'react';
import { Choices } from '../../parts/choices.tsx';
import { ErrorText, Select } from '../../parts/field.tsx';
import { useMinute } from '../../parts/use-minute.ts';
import { LatinHint, layoutOptions } from '../../peripherals/keyboard-panel.tsx';
import { useSession, useSessionState } from '../../state/session.ts';
import { TimeZoneSelect } from '../../time-zone/time-zone-select.tsx';
import { likelyZone, useTimeZone } from '../../time-zone/use-time-zone.ts';
import styles from '../step.module.css';
import { StepLayout } from '../step.tsx';
import type { StepProps } from '../wizard.tsx';

const MINUTE_MS = 60_000;

/** Welcomes the user. Language, time zone, and keyboard layout are suggested and only need confirmation. */
export function Welcome({ wizard, next }: StepProps) {
  const { t, language } = useTexts();
  const { bridge } = useSession();
  const refused = useSessionState(({ config }) => config?.enrolling === 'refused');
  const options = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: LOCALES[value].bcp47 }));
  const { current, failed, set } = useTimeZone();
  const [chosen, setChosen] = useState<string>();
  const zone = chosen ?? (current && likelyZone(current.zone, language));
  const { layout, choose } = useLayout(wizard.keyboard);

  async function goOn(): Promise<void> {
    if (current && zone && !current.fixed && !(await set(zone))) return;
    // A keyboard layout that could not be set does not block the wizard.
    void bridge?.call('choose_keyboard_layout', { layout }).catch(() => {});
    next({ keyboard: layout });
  }

  return (
    <StepLayout
      title={t('wizard.welcome.title')}
      text={t('wizard.welcome.text', { minutes: FIRST_BOOT_TARGET_MS / MINUTE_MS })}
      next={{ label: t('common.next'), run: () => void goOn() }}
    >
      {refused && <ErrorText>{t('wizard.unattended.refused')}</ErrorText>}
      <div className={styles.columns}>
        <div className={styles.part}>
          <h2 className={styles.label}>{t('common.language')}</h2>
          <Choices
            label={t('common.language')}
            name="language"
            options={options}
            value={language}
            onChange={(value) => void chooseLanguage(value)}
          />
        </div>
        <div className={styles.part}>
          {current && zone && (
            <>
              <TimeZoneSelect zone={zone} fixed={current.fixed} failed={failed} onChange={setChosen} />
              <Clock zone={zone} />
            </>
          )}
          <Select
            label={t('session.keyboard')}
            value={layout}
            options={layoutOptions(KEYBOARD_LAYOUTS, language).toSorted((a, b) => a.label.localeCompare(b.label))}
            onChange={choose}
          />
          <LatinHint layout={layout} />
        </div>
      </div>
    </StepLayout>
  );
}

/** The layout chosen before, else the one from the installation, else the language's default. */
function useLayout(before: KeyboardLayout | undefined) {
  const { bridge } = useSession();
  const { language } = useTexts();
  const [installed, setInstalled] = useState<KeyboardLayout | null>(null);
  const [chosen, setChosen] = useState(before);
  useEffect(() => {
    bridge?.call('get_locale_hints', {}).then(
      (hints) => setInstalled(hints.keyboard),
      () => {},
    );
  }, [bridge]);
  const likely = KEYBOARD_LAYOUTS.find((each) => each === LOCALES[language].territory) ?? 'DE';
  return {
    layout: chosen ?? installed ?? likely,
    choose: (layout: KeyboardLayout) => {
      setChosen(layout);
      // Applied immediately, so that the field of a later step uses it.
      void bridge?.call('choose_keyboard_layout', { layout }).catch(() => {});
    },
  };
}

function Clock({ zone }: { readonly zone: string }) {
  const { t, time, language } = useTexts();
  const now = useMinute();
  const day = new Intl.DateTimeFormat(intlTag(language), { dateStyle: 'full', timeZone: zone }).format(now);
  return (
    <div>
      <h2 className={styles.label}>{t('wizard.welcome.clock')}</h2>
      <p className={styles.clock}>
        <time dateTime={now.toISOString()}>{time(now.toISOString(), zone)}</time>
        <span>{day}</span>
      </p>
    </div>
  );
}
