import { type Permission, PLATFORM_ADMIN, roleMay } from '@berth/contract/rules/permissions';
import { usePerson } from '@berth/web/data/auth/person.ts';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { paths } from '@berth/web/paths/paths.ts';
import {
  IconBuilding,
  IconCalendarTime,
  IconChartLine,
  IconCoins,
  IconDeviceDesktop,
  IconDisc,
  IconFileInvoice,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLicense,
  IconLogin2,
  IconQrcode,
  IconServer,
  IconStack2,
  IconStairsUp,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { useActiveOrganization, useIsRolePending } from '../organizations/queries.ts';

export interface NavEntry {
  readonly icon: TablerIcon;
  readonly label: MessageKey;
  readonly to: string;
  /** Other paths that belong to this entry. */
  readonly also?: RegExp;
  /** Requires this permission. */
  readonly needs?: Permission;
  /** Stays empty until the user's role is known: entries that appear later would move the ones below. */
  readonly isPlace?: boolean;
}

export const DAILY: readonly NavEntry[] = [
  { icon: IconChartLine, label: 'console.nav.overview', to: paths.overview() },
  { icon: IconDeviceDesktop, label: 'console.nav.machines', to: paths.machines() },
  {
    icon: IconLayoutDashboard,
    label: 'console.nav.profiles',
    to: paths.profiles(),
    also: /^\/manage\/profile\/[^/]+\/?$/,
  },
  { icon: IconStack2, label: 'console.nav.layers', to: paths.layers(), also: /^\/manage\/layers\/[^/]+\/?$/ },
  { icon: IconStairsUp, label: 'console.nav.rollouts', to: paths.rollouts(), also: /^\/manage\/rollouts\/[^/]+\/?$/ },
  { icon: IconDisc, label: 'console.nav.os', to: paths.os(), also: /^\/manage\/os\// },
  { icon: IconCalendarTime, label: 'console.nav.schedules', to: paths.schedules() },
  { icon: IconQrcode, label: 'console.nav.enrollment', to: paths.enrollment(), needs: 'machine.register' },
  { icon: IconUsers, label: 'console.nav.users', to: paths.users() },
];

export const SETTINGS: readonly NavEntry[] = [
  { icon: IconCoins, label: 'console.nav.billing', to: paths.billing(), needs: 'billing.read' },
  { icon: IconLogin2, label: 'console.nav.authentication', to: paths.authentication(), needs: 'auth.read' },
  { icon: IconHistory, label: 'console.nav.audit', to: paths.audit(), needs: 'audit.read' },
  { icon: IconKey, label: 'console.nav.apiKeys', to: paths.apiKeys(), needs: 'keys.write' },
  { icon: IconWebhook, label: 'console.nav.webhooks', to: paths.webhooks(), needs: 'keys.write' },
];

export const PLATFORM: readonly NavEntry[] = [
  { icon: IconFileInvoice, label: 'console.nav.openInvoices', to: paths.openInvoices() },
  { icon: IconServer, label: 'console.nav.server', to: paths.server() },
  { icon: IconLicense, label: 'console.nav.productIds', to: paths.productIds() },
];

/**
 * The navigation in groups, without entries that the user has no permission for; the server refuses those as well.
 * @param withPlaces Also returns the places of entries that the user's role may permit once it is loaded.
 */
export function useNavEntries({ withPlaces = false } = {}): readonly (readonly NavEntry[])[] {
  const id = useActiveOrganizationId();
  const organization = useActiveOrganization();
  const isPlatformAdmin = usePerson()?.permissions.includes(PLATFORM_ADMIN) ?? false;
  const isPending = useIsRolePending();
  const permitted = (entries: readonly NavEntry[]): readonly NavEntry[] =>
    entries.flatMap((entry) => {
      if (entry.needs === undefined || (organization && roleMay(organization.role, entry.needs))) return entry;
      return withPlaces && isPending ? { ...entry, isPlace: true } : [];
    });
  const own: NavEntry[] =
    id === null ? [] : [{ icon: IconBuilding, label: 'console.nav.organization', to: paths.organization(id) }];
  const groups = [
    id === null ? [] : permitted(DAILY),
    id === null ? [] : [...own, ...permitted(SETTINGS)],
    isPlatformAdmin ? PLATFORM : [],
  ];
  return groups.filter((entries) => entries.length > 0);
}

/** The letter that opens a page after `g`, by the page's name. */
export const LETTERS: Partial<Record<MessageKey, string>> = {
  'console.nav.overview': 'v',
  'console.nav.enrollment': 'e',
  'console.nav.machines': 'm',
  'console.nav.profiles': 'p',
  'console.nav.layers': 'y',
  'console.nav.rollouts': 'r',
  'console.nav.os': 'b',
  'console.nav.schedules': 's',
  'console.nav.users': 'u',
  'console.nav.organization': 'o',
  'console.nav.billing': 'c',
  'console.nav.authentication': 'l',
  'console.nav.audit': 'a',
  'console.nav.apiKeys': 'k',
  'console.nav.webhooks': 'w',
  'console.nav.openInvoices': 'i',
  'console.nav.server': 'z',
  'console.nav.productIds': 'd',
};
