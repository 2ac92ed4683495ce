import { Radio, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { LANGUAGE_NAMES, LANGUAGES, LOCALES } from '@berth/web/i18n/locales.ts';
import { chooseLanguage, useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page.tsx';
import styles from './account.module.css';

const THEMES = ['light', 'dark', 'auto'] as const;

/** The console's language and appearance, stored in this browser. */
export function AppearancePanel(): ReactNode {
  const { t, language } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title={t('account.look')}>
      <div className={styles.form}>
        <Radio.Group
          label={t('common.language')}
          value={language}
          onChange={(value) => {
            const chosen = LANGUAGES.find((each) => each === value);
            if (chosen) void chooseLanguage(chosen);
          }}
        >
          <div className={styles.choices}>
            {LANGUAGES.map((each) => (
              <Radio key={each} value={each} label={LANGUAGE_NAMES[each]} lang={LOCALES[each].bcp47} />
            ))}
          </div>
        </Radio.Group>
        <Radio.Group
          label={t('common.theme')}
          value={colorScheme}
          onChange={(value) => {
            const chosen = THEMES.find((each) => each === value);
            if (chosen) setColorScheme(chosen);
          }}
        >
          <div className={styles.choices}>
            {THEMES.map((theme) => (
              <Radio key={theme} value={theme} label={t(`common.theme.${theme}`)} />
            ))}
          </div>
        </Radio.Group>
      </div>
    </Panel>
  );
}
