import { FIRST_BOOT_TARGET_MS } from '@berth/contract/limits';
import { LANGUAGE_NAMES, LANGUAGES, LOCALES } from '@berth/web/i18n/locales.ts';
import { chooseLanguage, useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { Choices } from '../../parts/choices.tsx';
import { TimeZoneSelect } from '../../time-zone/time-zone-select.tsx';
import { likelyZone, useTimeZone } from '../../time-zone/use-time-zone.ts';
import { StepLayout } from '../step.tsx';
import type { StepProps } from '../wizard.tsx';

const MINUTE_MS = 60_000;

/** Welcomes the user, and asks for the language and the time zone. */
export function Welcome({ next }: StepProps) {
  const { t, language } = useTexts();
  const options = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: LOCALES[value].bcp47 }));
  const { current, failed, set } = useTimeZone();
  const [chosen, setChosen] = useState<string>();
  const zone = chosen ?? (current && likelyZone(current.zone, language));

  async function goOn(): Promise<void> {
    if (current && zone && !current.fixed && !(await set(zone))) return;
    next();
  }

  return (
    <StepLayout
      title={t('wizard.welcome.title')}
      text={t('wizard.welcome.text', { minutes: FIRST_BOOT_TARGET_MS / MINUTE_MS })}
      next={{ label: t('common.next'), run: () => void goOn() }}
    >
      <Choices
        label={t('common.language')}
        name="language"
        columns={2}
        options={options}
        value={language}
        onChange={(value) => void chooseLanguage(value)}
      />
      {current && zone && <TimeZoneSelect zone={zone} fixed={current.fixed} failed={failed} onChange={setChosen} />}
    </StepLayout>
  );
}
