import { FIRST_BOOT_TARGET_MS } from '@berth/contract/limits';
import { LANGUAGE_NAMES, LANGUAGES, LOCALES } from '../../../i18n/locales.ts';
import { chooseLanguage, useTexts } from '../../../i18n/store.ts';
import { Choices } from '../../parts/choices.tsx';
import { StepLayout } from '../step.tsx';
import type { StepProps } from '../wizard.tsx';

const MINUTE_MS = 60_000;

/** Greets, and asks for the language of everything that follows. */
export function Welcome({ next }: StepProps) {
  const { t, language } = useTexts();
  const options = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: LOCALES[value].bcp47 }));
  return (
    <StepLayout
      title={t('wizard.welcome.title')}
      text={t('wizard.welcome.text', { minutes: FIRST_BOOT_TARGET_MS / MINUTE_MS })}
      next={{ label: t('common.next'), run: () => next() }}
    >
      <Choices
        label={t('common.language')}
        name="language"
        columns={2}
        options={options}
        value={language}
        onChange={(value) => void chooseLanguage(value)}
      />
    </StepLayout>
  );
}
