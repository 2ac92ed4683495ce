import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageTime } from './deb.mjs';
import { Failure } from './failure.mjs';
import { buildVersion, makeBootKey, makeKeys } from './os-build.mjs';
import { node } from './paths.mjs';
import { runInForeground } from './run.mjs';

/** What a machine without a screen does not need: less to fetch under emulation. */
const WITHOUT =
  'usr/lib/(chromium|firmware|openvpn)/.+|usr/share/(fonts|icons|doc|locale|perl|i18n)/.+|usr/lib/[^/]+-linux-gnu/(gstreamer-1.0/.+|lib(LLVM|gallium|dnnl|x265|z3|codec2|avcodec|avfilter|avformat|onnx|gs[.]|icu|aom|gtk|webkit|flite|SvtAv).*)';

/**
 * A drop-in or a unit that the kernel's command line brings to one version alone, as systemd's credentials allow.
 * @param {`unit-dropin.${string}` | `extra-unit.${string}`} name
 * @param {string} text
 */
const credential = (name, text) =>
  `systemd.set_credential_binary=systemd.${name}:${Buffer.from(text).toString('base64')}`;

/** The 15 minutes in which a version has to prove itself are long under emulation. */
const within = (/** @type {string} */ time) =>
  credential('unit-dropin.berth-healthy.service', `[Unit]\nJobTimeoutSec=${time}\n`);

/** @param {string} command */
const breaker = (command, rest = '') =>
  `systemd.wants=breaker.service ${credential('extra-unit.breaker.service', `[Unit]\n${rest}[Service]\nType=oneshot\nExecStart=${command}\n`)}`;

/** However long the agent takes to start. */
const AGENT_RAN = 'until grep -q started..true /var/lib/berth-os/versions.json; do sleep 1; done';

/** What is broken in a version: more for its kernel's command line. @type {Record<string, string>} */
const BROKEN = {
  // Nothing follows the initrd.
  1.3: 'init=/broken',
  // Without the driver of the network card.
  1.4: `module_blacklist=virtio_net ${within('3min')}`,
  // The agent is killed again and again, before it has been well for two minutes.
  1.5: `${credential('unit-dropin.berth-agent.service', '[Service]\nRuntimeMaxSec=60\nKillSignal=SIGKILL\n')} ${within('3min')}`,
  // A service that never ends holds everything back; systemd itself lives and feeds the watchdog.
  1.6: `${breaker('/bin/sleep infinity', 'DefaultDependencies=no\nBefore=sysinit.target\n')} ${within('90s')}`,
  // systemd itself crashes.
  1.7: breaker(`/bin/sh -c '${AGENT_RAN}; kill -SEGV 1'`, 'After=berth-agent.service\n'),
};

/**
 * Versions with another boot key: `former` is the one that it takes the place of.
 * @type {Record<string, { former?: string, from?: string }>}
 */
const SECOND_BOOT_KEY = { 1.8: { former: 'boot' }, 1.9: { from: '1.8' } };

/**
 * Builds those of the versions that a folder has not.
 * @param {string} folder
 * @param {readonly string[]} versions
 * @param {(line: string) => void} tell
 * @param {string} [architecture]
 */
export async function ensureVersions(folder, versions, tell, architecture = process.arch) {
  const keys = await makeKeys(join(folder, 'keys'), 3);
  const bootKey = (/** @type {string} */ name) => makeBootKey(join(folder, 'keys'), name);
  const missing = versions.filter((each) => !existsSync(join(folder, each, 'manifest.json')));
  if (missing.length === 0) return;
  const packaged = await runInForeground(node, ['tooling/package.mjs', '--architecture', architecture]);
  if (packaged !== 0) throw new Failure('the package could not be built; see the output above.');
  for (const version of missing) {
    tell(`building ${version}`);
    const broken = BROKEN[version];
    const second = SECOND_BOOT_KEY[version];
    const former = second?.former && (await bootKey(second.former));
    const env = {
      BERTH_OS_COMPRESSION: '-zlz4',
      BERTH_OS_WITHOUT: WITHOUT,
      ...(broken && { BERTH_OS_CMDLINE: broken }),
      // They differ in their numbers, and in what is broken.
      ...(version !== missing[0] && { BERTH_OS_AGAIN: 'yes' }),
      // Firmware takes only keys that are newer than those it has.
      ...(former && { SOURCE_DATE_EPOCH: String((await packageTime()) + 60) }),
    };
    await buildVersion({
      out: join(folder, version),
      version,
      architecture,
      channel: 'stable',
      work: join(folder, 'work'),
      keys,
      boot: await bootKey(second ? 'boot-2' : 'boot'),
      former: former || undefined,
      from: second?.from,
      env,
    });
  }
}
