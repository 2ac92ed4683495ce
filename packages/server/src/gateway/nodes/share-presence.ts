import type { MachineId } from '@berth/contract/ids';
import type { Bus } from '../../platform/bus.ts';
import type { PresenceKeeper } from '../presence.ts';
import {
  type HeldState,
  NODE_ALIVE,
  NODE_ASKED,
  NODE_GONE,
  NODE_STATES,
  type NodeAlive,
  type NodeAsked,
  type NodeGone,
  type NodeStates,
} from '../topics.ts';
import { createRemoteMachines } from './remote-machines.ts';

export interface NodeTiming {
  /** Interval of combined updates. */
  readonly tellMs: number;
  readonly aliveMs: number;
  /** A node is considered dead after this silence. */
  readonly deadMs: number;
}

export const NODE_TIMING: NodeTiming = { tellMs: 100, aliveMs: 5_000, deadMs: 20_000 };

/** Machines per message: NATS accepts one megabyte, and a state with inventory takes about 600 bytes. */
const CHUNK = 500;

/** Presence across all nodes; writes affect this node's machines only. */
export interface SharedPresence extends PresenceKeeper {
  stop(): void;
}

/**
 * Publishes this node's machines and merges those of the other nodes. Each node keeps all of them in memory (about 1 kB
 * per machine), so that no list queries another node. A node that was disconnected asks for everything again.
 * @param node a name no other node has, new with each start.
 */
export function sharePresence(own: PresenceKeeper, bus: Bus, node: string, timing: NodeTiming): SharedPresence {
  // Monotonic: the clock may be set back.
  const elapsed = () => performance.now();
  const remote = createRemoteMachines(({ organizationId, machineId }) => own.touch(organizationId, machineId));
  const connectedAt = new Map<MachineId, number>();
  const heard = new Map<string, number>();
  const asked = new Map<string, number>();
  const untold = new Map<MachineId, HeldState>();

  const held = (machineId: MachineId): HeldState | undefined => {
    const state = own.find(machineId);
    return state && { ...state, connectedAt: connectedAt.get(machineId) ?? state.lastSeen };
  };
  const tellOf = (machineId: MachineId) => {
    const state = held(machineId);
    if (state) untold.set(machineId, state);
  };
  function send(states: readonly HeldState[], afresh: boolean): void {
    for (let start = 0; start === 0 || start < states.length; start += CHUNK) {
      const chunk = states.slice(start, start + CHUNK);
      bus.publish(NODE_STATES, { node, afresh: afresh && start === 0, states: chunk } satisfies NodeStates);
    }
  }
  function sendAll(): void {
    untold.clear();
    send(
      own.onlineIds(undefined).flatMap((machineId) => held(machineId) ?? []),
      true,
    );
  }
  function ask(whom: string): void {
    if (elapsed() - (asked.get(whom) ?? Number.NEGATIVE_INFINITY) < timing.deadMs) return;
    asked.set(whom, elapsed());
    bus.publish(NODE_ASKED, { node: whom } satisfies NodeAsked);
  }

  function tell(): void {
    if (untold.size === 0) return;
    const states = [...untold.values()];
    untold.clear();
    send(states, false);
  }

  function alive(): void {
    // Before the count, so that receivers of both compute the same total.
    tell();
    bus.publish(NODE_ALIVE, { node, online: own.onlineIds(undefined).length } satisfies NodeAlive);
    // Without a connection, silence says nothing about other nodes.
    if (!bus.isWhole()) restartPatience();
    for (const [name, at] of heard) {
      if (elapsed() - at < timing.deadMs) continue;
      forget(name);
    }
  }

  function forget(name: string): void {
    heard.delete(name);
    asked.delete(name);
    remote.drop(name);
  }

  function restartPatience(): void {
    for (const name of heard.keys()) heard.set(name, elapsed());
  }

  const ends = [
    bus.subscribe(
      NODE_STATES,
      (message) => {
        const { node: name, afresh, states } = message as NodeStates;
        heard.set(name, elapsed());
        if (afresh) remote.drop(name);
        remote.put(name, states);
        // That node admitted an older connection: it does not know about this newer one yet.
        for (const { machineId, online, connectedAt: theirs } of states) {
          if (online && own.isOnline(machineId) && theirs < (connectedAt.get(machineId) ?? 0)) tellOf(machineId);
        }
      },
      'other-nodes',
    ),
    bus.subscribe(
      NODE_ALIVE,
      (message) => {
        const { node: name, online } = message as NodeAlive;
        heard.set(name, elapsed());
        if (remote.countOf(name) !== online) ask(name);
      },
      'other-nodes',
    ),
    bus.subscribe(
      NODE_ASKED,
      (message) => ((message as NodeAsked).node === node ? sendAll() : undefined),
      'other-nodes',
    ),
    bus.subscribe(NODE_GONE, (message) => forget((message as NodeGone).node), 'other-nodes'),
    bus.onGap(() => {
      restartPatience();
      for (const name of heard.keys()) ask(name);
      sendAll();
    }),
  ];
  const timers = [setInterval(tell, timing.tellMs), setInterval(alive, timing.aliveMs)];
  alive();

  return {
    ...own,
    find(machineId) {
      const mine = own.find(machineId);
      return mine?.online ? mine : (remote.find(machineId) ?? mine);
    },
    list(organizationId) {
      const theirs = remote.list(organizationId).filter(({ machineId }) => !own.isOnline(machineId));
      const known = new Set(theirs.map(({ machineId }) => machineId));
      return [...own.list(organizationId).filter(({ machineId }) => !known.has(machineId)), ...theirs];
    },
    isOnline: (machineId) => own.isOnline(machineId) || remote.find(machineId) !== undefined,
    onlineIds: (organizationId) => [...new Set([...own.onlineIds(organizationId), ...remote.ids(organizationId)])],
    connected(machine, reported, openedAt) {
      own.connected(machine, reported, openedAt);
      connectedAt.set(machine.machineId, openedAt);
      tellOf(machine.machineId);
    },
    reported(machineId, reported) {
      own.reported(machineId, reported);
      tellOf(machineId);
    },
    disconnected(machineId) {
      own.disconnected(machineId);
      tellOf(machineId);
      connectedAt.delete(machineId);
    },
    moved(machineId) {
      own.moved(machineId);
      connectedAt.delete(machineId);
      untold.delete(machineId);
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      for (const end of ends) end();
      bus.publish(NODE_GONE, { node } satisfies NodeGone);
    },
  };
}
