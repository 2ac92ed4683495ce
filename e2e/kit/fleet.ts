import { join } from 'node:path';
import { type Running, run } from '@berth/testing/process';
import type { Page } from '@playwright/test';
import { type Api, tokenOf } from './api.ts';
import type { Server } from './server.ts';

export const SIMULATOR = join(import.meta.dirname, '../../packages/simulator/src/main.ts');

/** Runs the simulator: virtual machines (the real agent over an in-memory system). */
export function runSimulator(args: readonly string[], env: Record<string, string> = {}): Running {
  return run(SIMULATOR, args, env);
}

/** Starts virtual machines that enroll themselves with a code. */
export function enrollVirtualMachines(server: Pick<Server, 'url'>, count: number, code: string): Running {
  return runSimulator(['--server', server.url, '--machines', String(count), '--enroll', code]);
}

/** Starts virtual machines that enroll with the organization's first profile; resolves once all are registered. */
export async function startVirtualMachines(server: Pick<Server, 'url'>, api: Api, count: number): Promise<Running> {
  const [profile] = await api.profiles();
  const { code } = await api.send<{ code: string }>(
    'POST',
    `/organization/${profile.organizationId}/enrollment-codes`,
    {
      profileId: profile.id,
      deployment: profile.deployment,
      uses: count,
      validHours: 1,
    },
  );
  const fleet = enrollVirtualMachines(server, count, code);
  await fleet.line(new RegExp(`"online":${count}\\b`));
  return fleet;
}

/**
 * Starts the virtual machines listed in a file, registered as the person on the page; resolves once all are registered.
 */
export async function startListedMachines(
  server: Server,
  page: Page,
  organization: string,
  list: string,
  count: number,
): Promise<Running> {
  const options = ['--server', server.url, '--organization', organization, '--list', list, '--machines', String(count)];
  const fleet = runSimulator([...options, '--lively', '--report-ms', '1000'], { BERTH_TOKEN: await tokenOf(page) });
  await fleet.line(new RegExp(`"machines":${count},"online":[1-9]`));
  return fleet;
}
