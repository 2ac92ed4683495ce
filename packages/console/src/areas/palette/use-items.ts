import { listOrganizationMachines, type Machine, readMachine } from '@berth/contract/api/machines';
import { listUsers } from '@berth/contract/api/members';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { roleMay } from '@berth/contract/rules/permissions';
import { useTexts } from '@berth/web/i18n/store.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { IconDeviceDesktop, IconLayoutDashboard, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { ACTIONS, suits } from '../machines/actions/entries.ts';
import { machinesLike } from '../machines/list/filter.ts';
import { profilesQuery, useActiveOrganization, useMay } from '../organizations/queries.ts';
import { pathOfList } from '../parts/list-memory.ts';
import { useNavEntries } from '../shell/nav-entries.ts';
import { useActions } from './actions.ts';
import type { PaletteItem } from './results.tsx';
import { useSettings } from './use-settings.ts';

/** Maximum number of machines shown; the server searches all of them. */
const MACHINES = 6;

/** Everything that the palette finds: actions on the open machine, machines by a server search, the rest from the cache. */
export function useItems(text: string): readonly PaletteItem[] {
  const { t } = useTexts();
  const orgId = useActiveOrganizationId();
  const pages = useNavEntries()
    .flat()
    .map(
      ({ icon, label, to }): PaletteItem => ({
        id: to,
        group: 'pages',
        icon,
        name: t(label),
        run: () => goTo(pathOfList(to)),
      }),
    );
  const machine = useOpenMachine();
  return [
    ...useMachineActions(machine),
    ...useMachines(orgId, text),
    ...useSettings(orgId, machine, text),
    ...useProfiles(orgId),
    ...useMembers(orgId),
    ...pages,
    ...useActions(),
  ];
}

function useMachines(orgId: OrganizationId | null, text: string): readonly PaletteItem[] {
  const words = text.trim();
  const { data } = useQuery({
    ...read(listOrganizationMachines, {
      params: { orgId: orgId ?? ('' as OrganizationId) },
      query: { filter: JSON.stringify({ where: { or: machinesLike(words, []) }, limit: MACHINES, order: 'name' }) },
    }),
    enabled: orgId !== null && words !== '',
    placeholderData: keepPreviousData,
  });
  if (words === '') return [];
  return (data ?? []).map((machine) => ({
    id: machine.id,
    group: 'machines',
    icon: IconDeviceDesktop,
    name: machine.name,
    hint: matchOf(machine, words),
    keywords: [machine.id, ...knownOf(machine)],
    run: () => goTo(paths.machine(machine.id)),
  }));
}

/** A machine's search keywords besides its name. */
function knownOf({ ipAddress, serial, model, loggedIn, tags }: Machine): readonly string[] {
  return [ipAddress, serial, ...tags, loggedIn, model].filter((each) => each !== null);
}

/** Why a machine is found: the value that contains the words, or else its short ID. */
function matchOf(machine: Machine, words: string): string {
  const wanted = words.toLowerCase();
  if (machine.name.toLowerCase().includes(wanted)) return machine.shortId;
  return knownOf(machine).find((value) => value.toLowerCase().includes(wanted)) ?? machine.shortId;
}

/** The path of a machine's page. */
const MACHINE_PAGE = /^\/manage\/machines\/([0-9a-f]{32})\/?$/;

/** The machine whose page is open. */
function useOpenMachine(): Machine | undefined {
  const [, id = ''] = MACHINE_PAGE.exec(location.pathname) ?? [];
  const { data } = useQuery({
    ...read(readMachine, { params: { id: id as MachineId } }),
    enabled: id !== '',
  });
  return data;
}

/** The actions of a machine's menu. */
function useMachineActions(machine: Machine | undefined): readonly PaletteItem[] {
  const { t } = useTexts();
  const organization = useActiveOrganization();
  if (!machine || !organization) return [];
  return ACTIONS.flat()
    .filter((entry) => roleMay(organization.role, entry.permission) && suits(entry, machine))
    .map(({ label, icon, run }) => ({
      id: label,
      group: 'open',
      icon,
      name: t(label),
      hint: machine.name,
      run: () => void run(machine),
    }));
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
