import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEPLOYMENTS, isLicensed, PROFILE_NAME_DEFAULT } from '@berth/contract/limits';
import { FULL_DEFINITION } from '@berth/contract/testing/full-definition';
import type { Running } from '@berth/testing/process';
import type { Browser, Page } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { startListedMachines } from '../kit/fleet.ts';
import { type Server, startServer } from '../kit/server.ts';
import { GRACE, openConsole } from '../kit/test-environment.ts';
import { speakEnglish } from '../kit/texts.ts';
import { RDP_APP, ROOMS, SAMPLE_DEFINITION } from './sample.ts';

/** A console with a populated organization, for screenshots. */
export interface SampleConsole {
  readonly server: Server;
  readonly page: Page;
  readonly api: Api;
  readonly organization: string;
  /** Profiles: a realistic one, one with every field set, a fresh one. */
  readonly profiles: Readonly<Record<'day' | 'full' | 'fresh', string>>;
  readonly dispose: () => Promise<void>;
}

/** Events go to a local receiver. */
const LOOPBACK = { BERTH_WEBHOOK_NETWORKS: '127.0.0.0/8' };
const LAST = ['Depot', 'Empfang', 'Foyer', 'Reception', 'Workshop'];
/** The definition's own images are valid by the schema's pattern only. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Inventory of the machines that run Berth OS. */
const BERTH_OS = {
  diskEncryption: 'tpm',
  system: { kind: 'image', version: '20261124.015800', channel: 'stable', proved: true, next: null, failed: [] },
};

const { thinhoc } = SAMPLE_DEFINITION;
const DAY = { thinhoc: { ...thinhoc, apps: { enabled: [...thinhoc.apps.enabled, RDP_APP] } } };

/** Signs Grace up, creates her organization, profiles and this many machines, one of each variant first. */
export async function startSampleConsole(browser: Browser, machines: number): Promise<SampleConsole> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro', BERTH_PLATFORM_ADMINS: GRACE.email, ...LOOPBACK });
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await speakEnglish(page);
  await openConsole(page, server);
  const api = await apiOf(page, server);
  const [{ id: organization }] = await api.send<[{ id: string }]>('GET', '/organizations');
  const make = async (name: string, definition?: object): Promise<string> => {
    const wanted = { name, organizationId: organization, deployment: 'flex' };
    const { id } = await api.send<{ id: string }>('POST', '/profiles', wanted);
    if (definition) await api.merge(id, { definition });
    return id;
  };
  const full = JSON.parse(JSON.stringify(FULL_DEFINITION).replaceAll(/data:image\/[^"]+/g, PICTURE));
  const profiles = {
    day: await make(PROFILE_NAME_DEFAULT, DAY),
    full: await make('Everything', full),
    fresh: await make('Fresh'),
  };
  const fleet = await startFleet({ server, page, api, organization }, profiles.day, machines);
  return {
    server,
    page,
    api,
    organization,
    profiles,
    dispose: async () => {
      await page.context().close();
      await fleet?.end();
      await server.dispose();
    },
  };
}

async function startFleet(
  { server, page, api, organization }: Pick<SampleConsole, 'server' | 'page' | 'api' | 'organization'>,
  profileId: string,
  count: number,
): Promise<Running> {
  const list = join(server.data, 'machines.json');
  const machineAt = async (index: number) => {
    const deployment = DEPLOYMENTS[index] ?? 'vanilla';
    return {
      name: `${ROOMS[index % ROOMS.length]}${index < ROOMS.length ? '' : ` ${LAST[index % LAST.length]} ${index}`}`,
      deployment,
      ...(isLicensed(deployment) && { productId: await api.productId(deployment) }),
      profileId,
      ...(index % 10 !== 9 && { hardware: BERTH_OS }),
      tags: index % 3 === 0 ? ['Hamburg', 'ground-floor'] : index % 3 === 1 ? ['Hamburg'] : [],
    };
  };
  const machines = await Promise.all(Array.from({ length: count }, (_, index) => machineAt(index)));
  await writeFile(list, JSON.stringify(machines));
  return startListedMachines(server, page, organization, list, count);
}
