import { randomUUID } from 'node:crypto';
import type { Hardware } from '../ports/machine.ts';
import type { Health } from '../ports/network.ts';
import type { System } from '../ports.ts';
import {
  type FakePower,
  fakeAudio,
  fakeClock,
  fakeLocalAccounts,
  fakeNetwork,
  fakePower,
  fakeUpdates,
  noPortGuard,
  noShell,
  type PowerOrder,
} from './machine.ts';

/** A machine in memory, with settings that simulations and tests can change. */
export interface FakeSystem extends System {
  readonly power: FakePower;
  readonly knobs: Knobs;
}

export interface Knobs {
  network: Health;
  dns: Health;
  internet: Health;
  rebootNeeded: boolean;
  /** When it "booted", in milliseconds since the epoch. */
  bootedAt: number;
}

// Stateless, and therefore shared like the hardware.
const NETWORK = fakeNetwork();
const UPDATES = fakeUpdates();
const SHELL = noShell();
const AUDIO = fakeAudio();
const LOCAL_ACCOUNTS = fakeLocalAccounts();
/** One object for all virtual machines of a process with the same hardware: there may be thousands. */
const HARDWARE: Hardware = {
  model: 'Virtual machine',
  cpu: 'Virtual processor',
  cores: 4,
  memoryMb: 4_096,
  diskMb: 32_768,
  diskFreeMb: 20_480,
  os: 'Berth simulator',
  kernel: '6.12',
  interfaces: [{ name: 'eth0', mac: '02:00:00:00:00:01', addresses: ['192.0.2.10'] }],
};

/** Creates a machine; `onPower` is called with each power command, which does nothing else. */
export function fakeSystem(
  onPower: (order: PowerOrder) => void = () => {},
  hardware: Partial<Hardware> = {},
): FakeSystem {
  const own = Object.keys(hardware).length > 0 ? { ...HARDWARE, ...hardware } : HARDWARE;
  const knobs: Knobs = { network: 'ok', dns: 'ok', internet: 'ok', rebootNeeded: false, bootedAt: Date.now() };
  return {
    knobs,
    desktop: null,
    screen: null,
    power: fakePower(onPower),
    clock: fakeClock(),
    network: NETWORK,
    portGuard: noPortGuard,
    updates: UPDATES,
    image: null,
    installer: null,
    shell: SHELL,
    audio: AUDIO,
    localAccounts: LOCAL_ACCOUNTS,
    phone: null,
    airplay: null,
    machine: {
      hardware: () => own,
      bootId: randomUUID(),
      // A clock that is set back does not change a real one.
      uptime: () => Math.max(0, Math.floor((Date.now() - knobs.bootedAt) / 1000)),
      rebootNeeded: () => knobs.rebootNeeded,
      localeHints: () => ({ language: null, keyboard: null }),
    },
    networkProbe: {
      network: async () => knobs.network,
      dns: async () => knobs.dns,
      internet: async () => knobs.internet,
      clock: () => 'ok',
      ping: async () => knobs.network,
    },
  };
}
