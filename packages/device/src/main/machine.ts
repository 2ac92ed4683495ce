import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type AgentEvent, type AgentOptions, startAgent } from '../agent.ts';
import { cloudConfig } from '../link/cloud-config.ts';
import { lockFolder } from '../state/file.ts';
import { openIdentity } from '../state/identity.ts';
import { openStore } from '../state/store.ts';
import { fakeInstaller } from '../system/fake/installer.ts';
import {
  fakeAudio,
  fakeClock,
  fakeNetwork,
  fakePower,
  fakeUpdates,
  noShell,
  type PowerOrder,
} from '../system/fake/machine.ts';
import { DEFAULT_AUDIO, TONE_AUDIO } from '../system/linux/baresip.ts';
import { type Image, imageClock, openImage } from '../system/linux/image.ts';
import { imageUpdates } from '../system/linux/image-updates.ts';
import { openInstaller } from '../system/linux/installer.ts';
import { linuxSystem } from '../system/linux/linux-system.ts';
import { linuxLocalAccounts } from '../system/linux/local-accounts.ts';
import { linuxClock, linuxPower } from '../system/linux/machine.ts';
import { NetworkManager } from '../system/linux/network-manager.ts';
import { linuxShell } from '../system/linux/shell.ts';
import { linuxUpdates } from '../system/linux/updates.ts';
import type { Log } from '../system/log.ts';
import type { MachineFacts } from '../system/ports/machine.ts';
import type { MainOptions } from './options.ts';

/** Minimum time between a power command and the end of programs, so that pending replies are sent. */
const GOING_DOWN_MS = 500;

/** What the agent keeps in its data folder, damaged and unfinished files too. The desktop clears the browsers' folders. */
const OWN = /^(?:machine\.key|state\.json|cache|network|boards)(?:\.|$)/;

type System = Parameters<typeof startAgent>[1];
type Ending = 'stopped' | 'reset' | 'reboot';

/**
 * Runs this computer as a machine until the signal aborts. A factory reset restarts the agent without state. A reboot
 * that does not reboot the computer restarts the agent with the state that survives a reboot.
 */
export async function runMachine(
  options: MainOptions,
  signal: AbortSignal,
  log: Log,
  recentLog: () => readonly string[],
): Promise<void> {
  const { dataFolder } = options;
  await mkdir(dataFolder, { recursive: true, mode: 0o711 });
  const unlock = await lockFolder(dataFolder);
  try {
    for (let reboots = 0; !signal.aborted; ) {
      const ending = await runOnce(options, signal, log, recentLog, reboots);
      if (ending === 'stopped') return;
      if (ending === 'reboot') reboots += 1;
      else await wipe(dataFolder);
    }
  } finally {
    await unlock();
  }
}

async function runOnce(
  options: MainOptions,
  signal: AbortSignal,
  log: Log,
  recentLog: () => readonly string[],
  reboots: number,
): Promise<Ending> {
  const { dataFolder, server } = options;
  const emit = (event: AgentEvent): void => tell(event, options);
  const ending = new AbortController();
  let outcome = 'stopped' as Ending;
  const onPower = (order: PowerOrder): void => {
    emit({ event: 'power', order });
    if (options.power !== 'restart' || order === 'suspend') return;
    outcome = order === 'reboot' ? 'reboot' : 'stopped';
    setTimeout(() => ending.abort(), GOING_DOWN_MS);
  };
  const seen = await linuxSystem({
    dataFolder,
    screen: options.screen,
    screenSize: options.screenSize,
    homeArguments: options.homeArguments,
    internetProbe: options.internetProbe,
    guardBridge: options.power === 'real',
    phoneAudio: options.phoneTone ? TONE_AUDIO : DEFAULT_AUDIO,
    log,
  });
  // A simulated reboot changes the boot ID, so that state that lasts for one boot ends with it.
  const bootId = reboots === 0 ? seen.machine.bootId : `${seen.machine.bootId}+${reboots}`;
  const image = options.power === 'real' ? await openImage(bootId, log) : null;
  const system = {
    ...seen,
    ...changing(options, image, onPower),
    installer: options.stick ? fakeInstaller() : image && (await openInstaller(log)),
    machine: { ...factsOf(options, seen.machine, image), bootId },
  };
  const agentOptions: AgentOptions = {
    identity: await openIdentity(dataFolder),
    store: await openStore(dataFolder, log),
    cloud: server && { server, config: cloudConfig(server) },
    bridge: { port: options.bridgePort, clientFolder: options.clientFolder },
    enrollmentCode: options.enrollmentCode,
    productId: options.productId,
    installPlan: options.installPlan,
    fullscreen: options.fullscreen,
    cacheFolder: join(dataFolder, 'cache'),
    boardsFolder: join(dataFolder, 'boards'),
    version: manifest.version,
    allowPrivateWebhooks: options.allowPrivateWebhooks,
    onEvent: emit,
    onHomeClosed: () => ending.abort(),
    onFactoryReset: () => {
      outcome = 'reset';
      emit({ event: 'factory-reset' });
      ending.abort();
    },
    log,
    recentLog,
  };
  const agent = await startAgent(agentOptions, system);
  const until = AbortSignal.any([signal, ending.signal]);
  try {
    if (!until.aborted) await Promise.race([once(until, 'abort'), agent.failed]);
  } finally {
    await agent.stop();
  }
  if (outcome === 'reset') await forget(system, image, signal, log);
  return outcome;
}

/** A factory reset, except for the data folder. An image makes all of the machine's partition anew in the next start. */
async function forget({ desktop, network, power }: System, image: Image | null, signal: AbortSignal, log: Log) {
  await desktop?.clear();
  await network.forget().catch((error) => log.error({ error: String(error) }, 'network settings are not forgotten'));
  if (!image) return;
  await image.emptyAtStart(true);
  try {
    await power.reboot();
    if (!signal.aborted) await once(signal, 'abort');
  } catch (error) {
    // A start in some weeks must not empty what is set up until then.
    log.error({ error: String(error) }, 'the reset machine does not reboot');
    await image.emptyAtStart(false);
  }
}

/** The machine's facts. If the program does not control the computer, they do not say how its system is installed. */
function factsOf({ power }: MainOptions, seen: MachineFacts, image: Image | null): MachineFacts {
  if (power !== 'real') return seen;
  const hardware = () => ({ ...seen.hardware(), system: image?.system() ?? { kind: 'debian' as const } });
  return { ...seen, hardware, ...(image && { rebootNeeded: image.rebootNeeded }) };
}

/** URL of new image versions: the cloud's folder unless configured. */
function osSource({ osSource: given, server }: MainOptions, { release }: Image): URL | null {
  return given ?? (server && new URL(`/os/${release.channel}/${process.arch}/`, server));
}

// Ports that change the computer itself; fakes if the program does not control the computer.
function changing(options: MainOptions, image: Image | null, onPower: (order: PowerOrder) => void) {
  const { power, network, allowShell, dataFolder } = options;
  const isReal = power === 'real';
  const updates = image
    ? imageUpdates(image, { source: osSource(options, image) })
    : linuxUpdates(join(dataFolder, 'update'));
  return {
    power: isReal ? linuxPower() : fakePower(onPower),
    clock: image ? imageClock() : isReal ? linuxClock() : fakeClock(),
    network: network === 'real' ? new NetworkManager(join(dataFolder, 'network')) : fakeNetwork(),
    ...(isReal ? {} : { audio: fakeAudio() }),
    updates: isReal ? updates : fakeUpdates(),
    image,
    shell: allowShell ? linuxShell() : noShell(),
    localAccounts: linuxLocalAccounts(),
  };
}

// The folder itself stays: it may be a mount point, and it is locked.
async function wipe(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (OWN.test(name)) await rm(join(dataFolder, name), { recursive: true, force: true });
  }
}

function tell(event: AgentEvent, { json, dataFolder }: MainOptions): void {
  if (json) console.log(JSON.stringify(event));
  else if (event.event === 'power') console.log(`This machine was told: ${event.order}`);
  else if (event.event === 'bridge') console.log(`Berth machine is ready: ${event.url} (remembers in ${dataFolder})`);
}

/** Log lines kept for a debug file. */
const KEPT = 1_000;
const STDERR = 2;

/** Writes the log to standard error and keeps the newest lines in memory. */
export function recentLog() {
  const lines: string[] = [];
  return {
    lines,
    write: (line: string): void => {
      lines.push(line);
      if (lines.length > KEPT) lines.shift();
      try {
        writeSync(STDERR, line);
      } catch {
        // Standard error has no reader any more; the line stays in memory.
      }
    },
  };
}
