import { setTimeout as sleep } from 'node:timers/promises';
import type { AudioDevice } from '@berth/contract/bridge/settings';
import type { Clock, LocalAccounts, PortGuard, Power, Updates } from '../ports/machine.ts';
import type { Audio } from '../ports/media.ts';
import type { Network } from '../ports/network.ts';
import { type Shell, ShellForbiddenError } from '../ports/shell.ts';
import { processZone } from '../process-zone.ts';

/** A recorded power command. */
export type PowerOrder = 'reboot' | 'power-off' | 'suspend';

export interface FakePower extends Power {
  readonly orders: readonly PowerOrder[];
}

/** Records power commands without running them. */
export function fakePower(onOrder: (order: PowerOrder) => void): FakePower {
  const orders: PowerOrder[] = [];
  const take = async (order: PowerOrder): Promise<void> => {
    orders.push(order);
    onOrder(order);
  };
  return {
    orders,
    reboot: () => take('reboot'),
    powerOff: () => take('power-off'),
    suspend: () => take('suspend'),
  };
}

/** A clock in memory that starts with this computer's zone. */
export function fakeClock(): Clock {
  let own: string | null = null;
  return {
    zone: () => own ?? processZone(),
    setZone: async (zone) => {
      own = zone;
    },
  };
}

const STEP_MS = 1_000;

/** Simulates an installation that takes long enough to be visible. */
export function fakeUpdates(): Updates {
  return {
    install: async (onProgress) => {
      for (const doing of ['apt-get update', 'apt-get upgrade']) {
        for (const progress of [doing, `${doing} 50 %`]) {
          onProgress(progress);
          await sleep(STEP_MS, undefined, { ref: false });
        }
      }
      return '';
    },
  };
}

/** Users in memory with their names as passwords; without users, local login is unavailable. */
export function fakeLocalAccounts(
  passwords: Readonly<Record<string, string>> = {},
  administrators: readonly string[] = [],
): LocalAccounts {
  return {
    available: Object.keys(passwords).length > 0,
    check: async (user, password) => Object.hasOwn(passwords, user) && passwords[user] === password,
    isAdministrator: async (user) => administrators.includes(user),
  };
}

/** Leaves the computer's packet filter alone. */
export const noPortGuard: PortGuard = { guard: async () => async () => {} };

/** A machine that runs no commands. */
export function noShell(): Shell {
  const refused = () => new ShellForbiddenError('Shell commands are not allowed on this machine.');
  return {
    isAllowed: false,
    run: () => Promise.reject(refused()),
    openTerminal: () => {
      throw refused();
    },
    readFile: () => Promise.reject(refused()),
    writeFile: () => Promise.reject(refused()),
  };
}

const elsewhere = async (): Promise<never> => {
  throw new Error('The network of this machine is set elsewhere.');
};

/** A network in memory, for computers whose network must not change. */
export function fakeNetwork(): Network {
  return {
    state: async () => ({ managed: false, wired: [], wifi: null }),
    scan: elsewhere,
    connectWifi: elsewhere,
    configureWired: elsewhere,
    apply: async () => {},
    keep: async () => {},
    setCountry: async () => {},
    holdTunnel: async () => {},
    forget: async () => {},
    gatewayAnswers: async () => true,
    wake: async () => {},
  };
}

const device = (id: string, name: string, chosen: boolean): AudioDevice => ({
  id,
  name,
  chosen,
  volume: 60,
  muted: false,
});

/** Speakers and a headset, in memory only. */
export function fakeAudio(): Audio {
  const devices = {
    output: [device('speakers', 'Speakers', true), device('headset', 'Headset', false)],
    input: [device('microphone', 'Microphone', true), device('headset', 'Headset', false)],
  };
  return {
    state: async () => ({ outputs: devices.output, inputs: devices.input }),
    choose: async (direction, id) => {
      devices[direction] = devices[direction].map((each) => ({ ...each, chosen: each.id === id }));
    },
    change: async ({ direction, id, ...change }) => {
      devices[direction] = devices[direction].map((each) => (each.id === id ? { ...each, ...change } : each));
    },
  };
}
