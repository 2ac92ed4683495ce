import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDebianPackages, osNeeds } from './lib/debian.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { buildVersion, makeKeys } from './lib/os-build.mjs';
import { startOsCloud } from './lib/os-cloud.mjs';
import { proveInstall } from './lib/os-install-proof.mjs';
import { newFirmware, prepareDisk, startOsMachine } from './lib/os-machine.mjs';
import { node } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';

const LIMIT_MS = 90 * 60_000;
const [FIRST, SECOND, BROKEN] = ['1.1', '1.2', '1.3'];

/** What a machine without a screen does not need: less to fetch under emulation. */
const WITHOUT =
  'usr/lib/(chromium|firmware|openvpn)/.+|usr/share/(fonts|icons|doc|locale|perl|i18n)/.+|usr/lib/[^/]+-linux-gnu/(gstreamer-1.0/.+|lib(LLVM|gallium|dnnl|x265|z3|codec2|avcodec|avfilter|avformat|onnx|gs[.]|icu|aom|gtk|webkit|flite|SvtAv).*)';

const BOOT_FACTS =
  'systemd-analyze; findmnt -no SOURCE,FSTYPE,OPTIONS / /var; veritysetup status root | grep -E "status|mode"; touch /usr/x; ls /boot/EFI/Linux /boot/loader';

// `npm run os:proof`: as root, builds three versions of Berth OS without what a screen needs, and lets an emulated machine
// live through them: the first boots and proves itself, the second is installed over the network with cut connections, the
// third does not boot and the machine returns by itself, remembers it, and refuses it and an older manifest. The first, on a
// stick, then installs itself on the empty disk of another one. --only updates|install: one of both; --folder keeps and uses
// a folder's builds.
await runMain(async () => {
  const { values } = parseArgs({ options: { folder: { type: 'string' }, only: { type: 'string' } } });
  const parts = ['updates', 'install'].filter((part) => part === (values.only ?? part));
  await prepare('everything');
  await ensureDebianPackages(osNeeds);
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'berth-os-'));
  const started = Date.now();
  const tell = (/** @type {string} */ line) =>
    console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${line}`);
  try {
    const keys = await makeKeys(join(folder, 'keys'), 3);
    const needed = parts.includes('updates') ? [FIRST, SECOND, BROKEN] : [FIRST];
    const missing = needed.filter((each) => !existsSync(join(folder, each, 'manifest.json')));
    if (missing.length > 0) {
      const packaged = await runInForeground(node, ['tooling/package.mjs']);
      if (packaged !== 0) return packaged;
    }
    for (const version of missing) {
      const out = join(folder, version);
      tell(`building ${version}`);
      const env = {
        BERTH_OS_COMPRESSION: '-zlz4',
        BERTH_OS_WITHOUT: WITHOUT,
        ...(version === BROKEN && { BERTH_OS_CMDLINE: 'init=/broken' }),
      };
      await buildVersion({ out, version, channel: 'stable', work: join(folder, 'work'), keys, env });
    }
    if (parts.includes('updates')) await live(folder, tell);
    if (parts.includes('install'))
      await proveInstall(join(folder, FIRST, 'disk.raw'), join(folder, 'install'), FIRST, tell);
    return 0;
  } finally {
    if (!values.folder) rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * @param {string} folder
 * @param {(line: string) => void} tell
 */
async function live(folder, tell) {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const cloud = startOsCloud(tell);
  const address = `http://10.0.2.2:${await cloud.listen()}`;
  const own = join(folder, 'machine');
  mkdirSync(own, { recursive: true });
  const settings = { BERTH_SERVER: address, BERTH_OPTIONS: `--no-screen --allow-shell --os-source ${address}/os/` };
  const [disk, firmware] = [join(own, 'disk.raw'), join(own, 'firmware')];
  await prepareDisk(join(folder, FIRST, 'disk.raw'), disk, settings);
  newFirmware(firmware);
  const machine = startOsMachine({ disk, firmware }, (line) => {
    if (line.trim() !== '') console.log(`         ${line}`);
  });
  /** @param {string} version */
  const update = async (version) => {
    cloud.offer(join(folder, version));
    return cloud.order('trigger-update', signal);
  };
  try {
    tell('power on');
    await cloud.reports(({ version }) => version === FIRST, signal);
    tell((await cloud.order('shell', signal, { command: BOOT_FACTS })).output);

    expect(await update(SECOND), /1\.2 is installed/);
    if (cloud.resumed === 0) throw new Failure('no download was resumed.');
    await cloud.reports(({ next }) => next === SECOND, signal);
    await cloud.order('reboot', signal);
    await cloud.reports(({ version }) => version === SECOND, signal);
    tell('version 1.2 runs');
    await cloud.reports(({ version, proved }) => version === SECOND && proved, signal);
    tell('version 1.2 has proved itself');

    expect(await update(BROKEN), /1\.3 is installed/);
    await cloud.order('reboot', signal);
    const { failed } = await cloud.reports(
      ({ version, failed: list }) => version === SECOND && list.length > 0,
      signal,
    );
    if (failed[0]?.version !== BROKEN || failed[0].reason !== 'no-boot')
      throw new Failure('1.3 is not known as failed.');
    tell('version 1.3 failed, version 1.2 was started again');
    expect(await update(BROKEN), /failed on this machine/, false);
    expect(await update(FIRST), /older than one that was followed/, false);
    tell('1.3 is not tried again, and the manifest of 1.1 is refused');
  } finally {
    await machine.stop();
    cloud.close();
  }
}

/**
 * @param {import('./lib/os-cloud.mjs').Result} result
 * @param {RegExp} words
 */
function expect({ ok, output }, words, wanted = true) {
  if (ok === wanted && words.test(output)) return;
  throw new Failure(`the machine answered ${ok ? 'yes' : 'no'}: ${output}`);
}
