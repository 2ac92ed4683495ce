import { LANGUAGE_NAMES, LANGUAGES, LOCALES, offeredLanguage } from '@berth/web/i18n/locales.ts';
import { chooseLanguage, useTexts } from '@berth/web/i18n/store.ts';
import { Button, Menu, type MenuProps } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Switches the page's language right away and stores the choice. */
export function LanguageSelect({ position = 'top' }: { readonly position?: MenuProps['position'] }): ReactNode {
  const { t, language } = useTexts();
  return (
    <Menu position={position} withinPortal={false}>
      <Menu.Target>
        <Button variant="subtle" size="sm" leftSection={<IconLanguage size={18} stroke={1.5} aria-hidden />}>
          <span className="visually-hidden">{t('common.language')}: </span>
          {LANGUAGE_NAMES[language]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The languages as items of a menu. */
export function LanguageItems(): ReactNode {
  const { language } = useTexts();
  return LANGUAGES.map((each) => (
    <Menu.Item
      key={each}
      lang={LOCALES[each].bcp47}
      onClick={() => void chooseLanguage(each)}
      rightSection={each === language ? <IconCheck size={16} aria-hidden /> : null}
    >
      {LANGUAGE_NAMES[each]}
    </Menu.Item>
  ));
}

/** Offers the browser's language in one click to someone who has chosen none. */
export function LanguageOffer(): ReactNode {
  const { language } = useTexts();
  const offered = offeredLanguage(localStorage, navigator.languages, language);
  if (!offered) return null;
  return (
    <Button variant="default" size="sm" lang={LOCALES[offered].bcp47} onClick={() => void chooseLanguage(offered)}>
      {LANGUAGE_NAMES[offered]}
    </Button>
  );
}
