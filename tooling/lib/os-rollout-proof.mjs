import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiWith } from '@berth/e2e/kit/api';
import { signUpByCalls } from '@berth/e2e/kit/quick-sign-up';
import { startServer } from '@berth/e2e/kit/server';
import { Failure } from './failure.mjs';
import { newFirmware, prepareDisk, startOsMachine } from './os-machine.mjs';

/**
 * @typedef {{ id: string, online: boolean }} Machine
 * @typedef {{ id: string, revision: number, definition: Record<string, unknown> }} Profile
 * @typedef {{ id: string, state: string, reason: string | null }} Rollout
 * @typedef {import('./os-cloud.mjs').ReportedSystem} System
 */

const LIMIT_MS = 120 * 60_000;
const LOOK_MS = 2_000;
const ADMINISTRATOR = { email: 'grace@company.example', password: 'Garden-path!7' };
const SCOPES = ['machine.read', 'machine.register', 'profile.read', 'profile.write'];

/**
 * A machine registers with the real server, by `berth.conf`. A staged rollout of a profile that names the next version brings
 * it there by itself. A rollout of one that does not boot ends: the machine runs the version before, the profile names that
 * one again, and the console says what failed.
 * @param {import('./os-life.mjs').Proof} proof
 */
export async function proveRollout({ folder, own, tell }) {
  const signal = AbortSignal.timeout(LIMIT_MS);
  /** @type {Record<string, string>} */
  const env = { BERTH_OS_IMAGES: folder, BERTH_DEFAULT_TIER: 'pro', BERTH_RATE_FACTOR: '1000' };
  const server = await startServer(env);
  mkdirSync(own, { recursive: true });
  const [disk, firmware] = [join(own, 'disk.raw'), join(own, 'firmware')];
  /** @type {ReturnType<typeof startOsMachine> | null} */
  let computer = null;
  try {
    const { api, organization } = await signUp(server);
    // The emulated computer's address of this one, which has itself no way there: people sign up at localhost.
    env.BERTH_PUBLIC_URL = server.url.replace('localhost', '10.0.2.2');
    await server.stop();
    await server.start();
    const profile = /** @type {Profile} */ (
      await api.send('POST', '/profiles', { name: 'Reception', organizationId: organization })
    );
    const { code } = await api.send('POST', `/organization/${organization}/enrollment-codes`, {
      profileId: profile.id,
      deployment: 'vanilla',
      tags: ['first'],
      uses: 1,
      validHours: 24,
    });
    await prepareDisk(join(folder, '1.1', 'disk.raw'), disk, {
      BERTH_SERVER: env.BERTH_PUBLIC_URL,
      BERTH_ENROLLMENT_CODE: code,
      BERTH_OPTIONS: '--no-screen',
    });
    newFirmware(firmware);
    computer = startOsMachine({ disk, firmware }, (line) => {
      if (line.trim() !== '') console.log(`         ${line}`);
    });

    /** @param {(system: System) => boolean} isSo */
    const until = async (isSo) => {
      for (let last = ''; ; await pause(LOOK_MS, undefined, { signal })) {
        const [machine] = /** @type {Machine[]} */ (await api.send('GET', '/machines'));
        if (!machine?.online) continue;
        const { hardware } = await api.send('GET', `/machines/${machine.id}/inventory`);
        const system = /** @type {System | undefined} */ (hardware?.system);
        const shown = JSON.stringify(system ?? null);
        if (shown !== last) tell(`the console shows ${shown}`);
        last = shown;
        if (system && isSo(system)) return;
      }
    };
    /**
     * Rolls out a version, and waits for the end.
     * @param {string} version
     * @returns {Promise<Rollout>}
     */
    const rollOut = async (version) => {
      const { revision, definition } = /** @type {Profile} */ (await api.send('GET', `/profiles/${profile.id}`));
      const updates = { version, from: '00:00', until: '23:59' };
      const draft = {
        definition: { ...definition, system: { updates } },
        groups: [{ name: 'First', tag: 'first' }],
        silentAfterSeconds: 86_400,
        soakSeconds: 0,
      };
      let rollout = /** @type {Rollout} */ (
        await api.send('POST', `/profiles/${profile.id}/rollouts`, draft, { 'if-match': `"${revision}"` })
      );
      tell(`the rollout of ${version} has begun`);
      while (rollout.state === 'running') {
        await pause(LOOK_MS, undefined, { signal });
        rollout = await api.send('GET', `/organization/${organization}/rollouts/${rollout.id}`);
      }
      tell(`the rollout of ${version}: ${rollout.state}, ${rollout.reason}`);
      return rollout;
    };

    await until(({ version, proved }) => version === '1.1' && proved);
    const good = await rollOut('1.2');
    if (good.state !== 'finished') throw new Failure(`the rollout of 1.2 is ${good.state}.`);
    await until(({ version, proved }) => version === '1.2' && proved);

    const bad = await rollOut('1.3');
    if (bad.state !== 'returned' || bad.reason !== 'errors') throw new Failure(`the rollout of 1.3 is ${bad.state}.`);
    await until(({ version, failed }) => version === '1.2' && failed.some((each) => each.version === '1.3'));
    const { definition } = /** @type {{ definition: { system?: { updates?: { version?: string } } } }} */ (
      await api.send('GET', `/profiles/${profile.id}`)
    );
    if (definition.system?.updates?.version !== '1.2') throw new Failure('the profile does not name 1.2 again.');
    tell(`held back: ${JSON.stringify(await api.send('GET', `/organization/${organization}/os/held-back`))}`);
  } finally {
    await computer?.stop();
    await server.dispose();
    rmSync(disk, { force: true });
  }
}

/**
 * An organization, and API calls with a key of it.
 * @param {Awaited<ReturnType<typeof startServer>>} server
 */
async function signUp(server) {
  const person = apiWith(await signUpByCalls(server, ADMINISTRATOR), server);
  const { data } = /** @type {{ data: { id: string } }} */ (
    await person.send('POST', '/organizations', { name: 'Head Office' })
  );
  const { key } = /** @type {{ key: string }} */ (
    await person.send('POST', `/organizations/${data.id}/api-keys`, { name: 'Proof', scopes: SCOPES, expiresAt: null })
  );
  return { organization: data.id, api: apiWith(key, server) };
}
