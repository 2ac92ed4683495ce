import { usePerson } from '@berth/web/data/auth/person.ts';
import { forgetSignIn, signOut } from '@berth/web/data/auth/sign-in.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { keepSignedOutRoute } from '@berth/web/paths/remembered-routes.ts';
import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconRoute,
  IconSelector,
  IconSun,
  IconUserCog,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { showError } from '../dialogs/show-error.tsx';
import { showShortcuts, startTour } from '../palette/open-help.tsx';
import { LanguageItems } from '../parts/language-select.tsx';
import styles from './menu-button.module.css';

const THEME_ICONS = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
const THEMES = ['light', 'dark', 'auto'] as const;

/** The user's account, language and appearance, and the logout. */
export function AccountMenu({ onNavigate }: { readonly onNavigate?: (() => void) | undefined }): ReactNode {
  const { t } = useTexts();
  const person = usePerson();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const email = person?.email ?? '';
  const leave = () => {
    keepSignedOutRoute(paths.signedOut());
    // If the provider is unreachable, this tab logs out all the same.
    signOut().catch((error: unknown) => {
      forgetSignIn();
      void showError(error).then(() => location.assign(paths.root()));
    });
  };
  return (
    <Menu position="top-start" width="target" withinPortal={false} closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton className={styles.button}>
          <span className={styles.initial} aria-hidden>
            {[...email][0]?.toUpperCase()}
          </span>
          <span className={styles.words}>
            <span className="visually-hidden">
              {t('console.account.menu')}: {email}
            </span>
            <span className={styles.first} aria-hidden>
              {email.replace(/@.*/, '')}
            </span>
            <span className={styles.second} aria-hidden>
              {email.replace(/.*@/, '')}
            </span>
          </span>
          <IconSelector size={18} stroke={1.5} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={paths.account()}
          leftSection={<IconUserCog size={18} stroke={1.5} aria-hidden />}
          closeMenuOnClick
          onClick={onNavigate}
        >
          {t('console.account.open')}
        </Menu.Item>
        <Menu.Item leftSection={<IconRoute size={18} stroke={1.5} aria-hidden />} closeMenuOnClick onClick={startTour}>
          {t('console.account.tour')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={18} stroke={1.5} aria-hidden />}
          closeMenuOnClick
          onClick={() => void showShortcuts()}
        >
          {t('console.account.shortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('common.language')}</Menu.Label>
        <LanguageItems />
        <Menu.Divider />
        <Menu.Label>{t('common.theme')}</Menu.Label>
        {THEMES.map((theme) => {
          const Icon = THEME_ICONS[theme];
          return (
            <Menu.Item
              key={theme}
              leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
              onClick={() => setColorScheme(theme)}
              rightSection={theme === colorScheme ? <IconCheck size={16} aria-hidden /> : null}
            >
              {t(`common.theme.${theme}`)}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.5} aria-hidden />} closeMenuOnClick onClick={leave}>
          {t('console.account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
