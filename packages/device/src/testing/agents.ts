import { join } from 'node:path';
import type { BridgeInput, BridgeMethodName, BridgeOutput } from '@berth/contract/bridge/methods';
import { onTestFinished } from 'vitest';
import { type Agent, type AgentEvent, type AgentOptions, startAgent } from '../agent.ts';
import type { CloudConfig } from '../link/cloud-config.ts';
import { openIdentity } from '../state/identity.ts';
import { openStore } from '../state/store.ts';
import { fakeSystem } from '../system/fake/index.ts';
import { type FakePower, fakePower } from '../system/fake/machine.ts';
import { DEFAULT_AUDIO } from '../system/linux/baresip.ts';
import { linuxSystem } from '../system/linux/linux-system.ts';
import { type Log, silentLog } from '../system/log.ts';
import type { MachineFacts } from '../system/ports/machine.ts';
import type { System } from '../system/ports.ts';
import { ensureHomePage } from './empty-home-page.ts';
import { callBridge } from './pages.ts';

export interface TestAgent {
  readonly agent: Agent;
  readonly events: AgentEvent[];
  readonly power: FakePower;
  /** The last lines of its log, to explain a failure. */
  logged(): string;
  call<Name extends BridgeMethodName>(method: Name, input: BridgeInput<Name>): Promise<BridgeOutput<Name>>;
}

export interface TestAgentOptions {
  readonly folder: string;
  /** The gateway's address; null: no cloud. */
  readonly gateway?: string | null;
  /** The cloud's address, if the test uses more than the gateway. */
  readonly server?: URL;
  /** Whether it has a real X screen in memory. */
  readonly screen?: boolean;
  readonly bootId?: string;
  readonly facts?: MachineFacts;
  /** Replaces some fakes. */
  readonly system?: Partial<System>;
  readonly overrides?: Partial<AgentOptions>;
}

/** An agent on a folder, with access to its bridge as the page has it. */
export async function testAgent(options: TestAgentOptions): Promise<TestAgent> {
  const { folder, gateway = null, screen = false, bootId } = options;
  const events: AgentEvent[] = [];
  const { log, logged } = keptLog();
  const power = fakePower((order) => events.push({ event: 'power', order }));
  const fakes = fakeSystem();
  const system: System = {
    ...fakes,
    ...(screen ? await screenSystem(folder) : {}),
    ...options.system,
    power,
    machine: { ...(options.facts ?? fakes.machine), bootId: bootId ?? 'boot-1' },
  };
  if (screen) await ensureHomePage(folder);
  const agent = await startAgent(
    {
      identity: await openIdentity(folder),
      store: await openStore(folder, silentLog),
      cloud:
        gateway === null
          ? null
          : { server: options.server ?? new URL('http://127.0.0.1:9'), config: configOf(gateway) },
      bridge: { port: 0, clientFolder: folder },
      enrollmentCode: null,
      productId: null,
      installPlan: null,
      fullscreen: true,
      cacheFolder: join(folder, 'cache'),
      boardsFolder: join(folder, 'boards'),
      version: 'test',
      allowPrivateWebhooks: false,
      onEvent: (event) => events.push(event),
      onHomeClosed: () => {},
      onFactoryReset: () => {},
      log,
      recentLog: () => ['a line of the log\n'],
      ...options.overrides,
    },
    system,
  );
  onTestFinished(() => agent.stop());
  const url = events.find((event) => event.event === 'bridge')?.url ?? '';
  return {
    agent,
    events,
    power,
    logged,
    call: (method, input) => callBridge(url, method, input),
  };
}

const LINES_KEPT = 60;

/** A log that keeps its last lines, each with the seconds since its start. */
function keptLog(): { readonly log: Log; logged(): string } {
  const lines: string[] = [];
  const started = performance.now();
  const write = (...parts: unknown[]): void => {
    const said = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' ');
    lines.push(`${((performance.now() - started) / 1000).toFixed(1)} ${said}`);
    if (lines.length > LINES_KEPT) lines.shift();
  };
  return { log: { debug: write, info: write, warn: write, error: write }, logged: () => lines.join('\n') };
}

function screenSystem(dataFolder: string) {
  return linuxSystem({
    dataFolder,
    screen: 'headless',
    screenSize: '1280x720',
    homeArguments: [],
    internetProbe: new URL('http://127.0.0.1:9/'),
    guardBridge: false,
    phoneAudio: DEFAULT_AUDIO,
    log: silentLog,
  });
}

// The tests only use the gateway's address.
function configOf(gateway: string): CloudConfig {
  return { known: null, load: async () => ({ gateway }) as Awaited<ReturnType<CloudConfig['load']>>, forget: () => {} };
}
