import type { AuditEntry } from '@berth/contract/api/audit';
import { listOrganizationMachines } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../data/query.ts';
import { profilesQuery } from '../organizations/queries.ts';

/** Asked for at once: the server's filter has a limit. */
const MACHINES = 50;

/** What the profiles and machines of these entries are called today. */
export function useNames(orgId: OrganizationId, entries: readonly AuditEntry[]) {
  const profiles = useQuery(profilesQuery(orgId)).data ?? [];
  const ids = [
    ...new Set(entries.filter(({ targetKind }) => targetKind === 'machine').map(({ targetId }) => targetId)),
  ];
  const asked = ids.slice(0, MACHINES);
  const machines = useQuery({
    ...read(listOrganizationMachines, {
      params: { orgId },
      query: { filter: JSON.stringify({ where: { id: { inq: asked } }, limit: MACHINES }) },
    }),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  }).data;
  const names = new Map<string, string>([...profiles, ...(machines ?? [])].map(({ id, name }) => [id, name]));
  return (kind: string | null, id: string | null): string | undefined =>
    kind === 'profile' || kind === 'machine' ? names.get(id ?? '') : undefined;
}
