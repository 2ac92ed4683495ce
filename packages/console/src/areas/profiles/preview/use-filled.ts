import { listOrganizationMachines, type Machine } from '@berth/contract/api/machines';
import type { Profile } from '@berth/contract/api/profiles';
import type { MachineId } from '@berth/contract/ids';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { fillMachineValues } from '@berth/contract/profile/machine-values';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../../data/query.ts';

interface FilledDraft {
  readonly definition: unknown;
  /** The machine whose values it contains; undefined if it needs none, or the profile has no machine. */
  readonly machine: Machine | undefined;
}

/** The first machine of a profile, by name. */
export function firstMachineQuery({ id, organizationId: orgId }: Pick<Profile, 'id' | 'organizationId'>) {
  const filter = JSON.stringify({ where: { profileId: id }, order: 'name', limit: 1 });
  return read(listOrganizationMachines, { params: { orgId }, query: { filter } });
}

const NO_VALUES = { id: '' as MachineId, name: '', tags: [] };

/** A draft as the first machine of its profile fills it in; unchanged if it has no placeholders. */
export function useFilled(base: Profile, definition: unknown): FilledDraft {
  const hasPlaceholders = useMemo(
    () => fillMachineValues(ProfileDefinition, definition, NO_VALUES).hasPlaceholders,
    [definition],
  );
  const { data } = useQuery({ ...firstMachineQuery(base), enabled: hasPlaceholders });
  const machine = hasPlaceholders ? data?.[0] : undefined;
  return useMemo(
    () => ({
      definition: machine ? fillMachineValues(ProfileDefinition, definition, machine).value : definition,
      machine,
    }),
    [definition, machine],
  );
}
