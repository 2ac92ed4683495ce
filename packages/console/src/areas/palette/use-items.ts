import { listOrganizationMachines } from '@berth/contract/api/machines';
import { listUsers } from '@berth/contract/api/members';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { IconDeviceDesktop, IconLayoutDashboard, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { profilesQuery, useMay } from '../organizations/queries.ts';
import { useNavEntries } from '../shell/nav-entries.ts';
import { useActions } from './actions.ts';
import type { PaletteItem } from './items.ts';

/** Maximum number of machines shown; the server searches all of them. */
const MACHINES = 6;

/** Everything that the palette finds: machines by a server search, the rest from the cache. */
export function useItems(text: string): readonly PaletteItem[] {
  const { t } = useTexts();
  const orgId = useActiveOrganizationId();
  const pages = useNavEntries()
    .flat()
    .map(({ icon, label, to }): PaletteItem => ({ id: to, group: 'pages', icon, name: t(label), run: () => goTo(to) }));
  return [...useMachines(orgId, text), ...useProfiles(orgId), ...useMembers(orgId), ...pages, ...useActions()];
}

function useMachines(orgId: OrganizationId | null, text: string): readonly PaletteItem[] {
  const words = text.trim();
  const { data } = useQuery({
    ...read(listOrganizationMachines, {
      params: { orgId: orgId ?? ('' as OrganizationId) },
      query: { filter: JSON.stringify({ where: machinesLike(words), limit: MACHINES, order: 'name' }) },
    }),
    enabled: orgId !== null && words !== '',
    placeholderData: keepPreviousData,
  });
  if (words === '') return [];
  return (data ?? []).map(({ id, name, shortId }) => ({
    id,
    group: 'machines',
    icon: IconDeviceDesktop,
    name,
    hint: shortId,
    run: () => goTo(paths.machine(id)),
  }));
}

function machinesLike(words: string): object {
  const pattern = words.replace(/[\\%_]/g, '\\$&');
  return { or: [{ name: { ilike: `%${pattern}%` } }, { id: { ilike: `${pattern}%` } }] };
}

function useProfiles(orgId: OrganizationId | null): readonly PaletteItem[] {
  const { data } = useQuery({ ...profilesQuery(orgId ?? ('' as OrganizationId)), enabled: orgId !== null });
  return (data ?? []).map(({ id, name }) => ({
    id,
    group: 'profiles',
    icon: IconLayoutDashboard,
    name,
    run: () => goTo(paths.profile(id)),
  }));
}

function useMembers(orgId: OrganizationId | null): readonly PaletteItem[] {
  const { t } = useTexts();
  const mayRead = useMay('members.read');
  const { data } = useQuery({
    ...read(listUsers, { params: { id: orgId ?? ('' as OrganizationId) } }),
    enabled: orgId !== null && mayRead,
  });
  return (data ?? []).map(({ email, role }) => ({
    id: email,
    group: 'members',
    icon: IconUser,
    name: email,
    hint: t(`console.role.${role}`),
    run: () => goTo(paths.users()),
  }));
}
