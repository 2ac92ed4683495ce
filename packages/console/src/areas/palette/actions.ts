import { LANGUAGE_NAMES, LANGUAGES } from '@berth/web/i18n/locales.ts';
import { chooseLanguage, useTexts } from '@berth/web/i18n/store.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconKeyboard,
  IconLanguage,
  IconMoon,
  IconPlus,
  IconRoute,
  IconStack2,
  IconSun,
  IconUserCog,
  IconUserPlus,
} from '@tabler/icons-react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { askForOrganization } from '../organizations/create-organization.tsx';
import { invite } from '../organizations/member-actions.ts';
import { useMay } from '../organizations/queries.ts';
import { showShortcuts, startTour } from './open-help.tsx';
import type { PaletteItem } from './results.tsx';

/** Actions available everywhere. */
export function useActions(): readonly PaletteItem[] {
  const { t, language } = useTexts();
  const orgId = useActiveOrganizationId();
  const mayInvite = useMay('members.write');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const action = (id: string, icon: PaletteItem['icon'], name: string, run: () => void): PaletteItem => ({
    id,
    group: 'actions',
    icon,
    name,
    run,
  });
  const themes = [
    ['light', IconSun],
    ['dark', IconMoon],
  ] as const;
  return [
    action('create', IconPlus, t('console.org.create'), () => void create()),
    action('select', IconStack2, t('console.nav.switch'), () => goTo(paths.organizationSelect())),
    ...(orgId !== null && mayInvite
      ? [action('invite', IconUserPlus, t('console.invite.title'), () => void invite(orgId))]
      : []),
    action('account', IconUserCog, t('console.account.open'), () => goTo(paths.account())),
    action('tour', IconRoute, t('palette.tour'), startTour),
    action('shortcuts', IconKeyboard, t('palette.shortcuts'), () => void showShortcuts()),
    ...themes
      .filter(([theme]) => theme !== colorScheme)
      .map(([theme, icon]) => action(theme, icon, t(`palette.theme.${theme}`), () => setColorScheme(theme))),
    ...LANGUAGES.filter((each) => each !== language).map((each) =>
      action(each, IconLanguage, `${t('common.language')}: ${LANGUAGE_NAMES[each]}`, () => void chooseLanguage(each)),
    ),
  ];
}

async function create(): Promise<void> {
  if ((await askForOrganization()) !== undefined) goTo(paths.overview());
}
