import type { FromMachine, LiveViewFrame, ToMachine } from '@berth/contract/device/messages';
import type { CommandId, MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { vi } from 'vitest';
import { Connection, type ConnectionDeps } from '../../gateway/connection.ts';
import type { ConnectionPoolBudget } from '../../gateway/connection-pool-budget.ts';
import type { ProfileBytes } from '../../gateway/desired.ts';
import type { MachineSocket } from '../../gateway/machine-socket.ts';
import type { DesiredHead, OutgoingCommand, ProfileReference } from '../../gateway/ports.ts';
import { createPresence } from '../../gateway/presence.ts';
import { REPORTED } from '../machine.ts';

const organizationId = 'home' as OrganizationId;
export const machineId = 'desk' as MachineId;
export const key = { organizationId, machineId };
export const profileId = 'profile' as ProfileId;
/** A command for the machine. */
export const command = (id: string): OutgoingCommand => ({
  id: id as CommandId,
  command: 'reboot',
  payload: {},
  expiresInMs: 1_000,
});

/** A socket that keeps what is sent. While `isSendingDesired`, `written` ends the sending of the last state. */
class FakeSocket {
  isOpen = true;
  isSendingDesired = false;
  readonly sent: (ToMachine | { readonly type: string })[] = [];
  closed: number | undefined;
  written: () => void = () => undefined;

  send(message: ToMachine): void {
    this.sent.push(message);
  }

  pong(): void {
    this.sent.push({ type: 'pong' });
  }

  sendParts(parts: readonly Buffer[], written: () => void): void {
    this.sent.push(JSON.parse(Buffer.concat(parts).toString()));
    this.written = written;
  }

  close(code: number): void {
    this.closed = code;
    this.isOpen = false;
  }

  /** What was sent since the last call; a message with the desired state as its type, name and revision. */
  taken(): unknown[] {
    return this.sent.splice(0).map((message) => {
      if (!('desired' in message)) return message;
      const { machineName, profile } = message.desired;
      return `${message.type} ${machineName} ${profile?.revision ?? 'without profile'}`;
    });
  }
}

/** A connection of one machine with what it uses: `stored` is what the database has of the machine. */
export function startConnection(
  profile: ProfileReference | null = { id: profileId, revision: 1, isHeld: false, layers: [] },
) {
  const socket = new FakeSocket();
  const stored = {
    profile,
    machineName: 'Desk',
    contextRevision: 0,
    commandsWait: false,
    revision: 1,
    isStaged: false,
  };
  const state = {
    now: 1_000_000,
    day: 1,
    isGone: false,
    home: organizationId as OrganizationId | undefined,
    waiting: [] as OutgoingCommand[],
    undelivered: [] as string[],
    frames: [] as LiveViewFrame[],
    refusal: undefined as Awaited<ReturnType<ConnectionPoolBudget['pressButton']>>,
  };
  const head = (): DesiredHead => ({
    settings: {
      organizationId,
      organizationName: 'Company',
      machineName: stored.machineName,
      deployment: 'flex',
      contextRevision: stored.contextRevision,
      context: {},
    },
    profile: stored.profile,
    audit: { sequence: 7, hash: 'hash' },
    commandsWait: stored.commandsWait,
  });
  const ports = {
    loadHead: vi.fn(async () => (state.isGone ? undefined : head())),
    loadReference: vi.fn(async () => (state.isGone ? undefined : stored.profile)),
    homeOf: vi.fn(async () => state.home),
    claimCommands: vi.fn<ConnectionPoolBudget['claimCommands']>(async () => state.waiting.splice(0)),
    acceptCommand: vi.fn(async () => undefined),
    finishCommand: vi.fn(async () => undefined),
    messageRead: vi.fn(async () => undefined),
    saveLogs: vi.fn(async () => undefined),
    checkAuditHeads: vi.fn(async () => undefined),
    pressButton: vi.fn(async () => state.refusal),
  };
  const presence = createPresence(() => state.now);
  presence.connected(key, REPORTED, 0);
  const bytes = (revision: number, isStaged = false): ProfileBytes => ({
    id: profileId,
    revision,
    json: Buffer.from(JSON.stringify({ id: profileId, name: 'Profile', revision, definition: {} })),
    isStaged,
  });
  const connection = new Connection(key, socket as unknown as MachineSocket, { at: 500, elapsed: 1 }, {
    ports: ports as unknown as ConnectionPoolBudget,
    presence,
    profiles: {
      get: async () => bytes(stored.revision, stored.isStaged),
      newest: async () => bytes(stored.revision),
    },
    tickets: {
      day: () => state.day,
      issue: () => ({ day: state.day, secret: 'secret' }),
      accepts: () => false,
    },
    share: (each) => each,
    now: () => state.now,
    frameTaken: (_, frame) => void state.frames.push(frame),
    undelivered: (_, id) => void state.undelivered.push(id),
  } satisfies ConnectionDeps);
  /** Welcomes the machine without waiting commands. */
  const welcome = async () => {
    await connection.refresh();
    await connection.deliverWaiting();
    socket.taken();
  };
  const receive = (message: object) => connection.receive(message as FromMachine);
  return { connection, socket, ports, presence, stored, state, bytes, welcome, receive };
}
