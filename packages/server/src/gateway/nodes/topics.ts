import type { MachineState } from '../presence.ts';

/** What nodes tell each other about the machines they hold. */

/** A node's machines changed: those that are online, as they are now, and those that left it. */
export const NODE_STATES = 'node.states';
export interface NodeStates {
  readonly node: string;
  /** Begins the list of all machines of the node: what was known of it before is over. */
  readonly afresh: boolean;
  readonly states: readonly HeldState[];
}

export interface HeldState extends MachineState {
  /** When the machine opened its connection there, in milliseconds since 1970: the newest one is the machine's. */
  readonly connectedAt: number;
}

/** A node is alive and holds this many machines. */
export const NODE_ALIVE = 'node.alive';
export interface NodeAlive {
  readonly node: string;
  readonly online: number;
}

/** Asks a node to tell of all its machines. */
export const NODE_ASKED = 'node.asked';
export interface NodeAsked {
  readonly node: string;
}

/** A node stops: its machines are looking for another one. */
export const NODE_GONE = 'node.gone';
export interface NodeGone {
  readonly node: string;
}
