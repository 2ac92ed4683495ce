import { join } from 'node:path';
import type { Api } from './api.ts';
import { type Running, run } from './process.ts';
import type { Server } from './server.ts';

const SIMULATOR = join(import.meta.dirname, '../../packages/simulator/src/main.ts');

/** Starts virtual machines, the real agent over a system in memory, that enrol themselves with a code. */
export function enrolVirtualMachines(server: Pick<Server, 'url'>, count: number, code: string): Running {
  return run(SIMULATOR, ['--server', server.url, '--machines', String(count), '--enrol', code], {});
}

/** Starts virtual machines that enrol themselves with the organization's first profile; resolves once all are known. */
export async function startVirtualMachines(server: Pick<Server, 'url'>, api: Api, count: number): Promise<Running> {
  const [profile] = await api.profiles();
  const { code } = await api.send<{ code: string }>('POST', `/organization/${profile.organizationId}/enrolment-codes`, {
    profileId: profile.id,
    deployment: profile.deployment,
    uses: count,
    validHours: 1,
  });
  const fleet = enrolVirtualMachines(server, count, code);
  await fleet.line(new RegExp(`"online":${count}\\b`));
  return fleet;
}
