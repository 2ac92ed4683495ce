import { listOrganizationMachines } from '@berth/contract/api/machines';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { DEPLOYMENTS, LIST_LIMIT_MAX } from '@berth/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../data/query.ts';

/** The ids of the machines of one device variant; undefined where no variant is asked for. */
export function useDeployment(orgId: OrganizationId, name: string | undefined): ReadonlySet<MachineId> | undefined {
  const deployment = DEPLOYMENTS.find((each) => each === name);
  const filter = JSON.stringify({ where: { deployment }, limit: LIST_LIMIT_MAX });
  const { data } = useQuery({
    ...read(listOrganizationMachines, { params: { orgId }, query: { filter } }),
    enabled: deployment !== undefined,
  });
  return useMemo(() => (deployment === undefined ? undefined : new Set(data?.map(({ id }) => id))), [deployment, data]);
}
