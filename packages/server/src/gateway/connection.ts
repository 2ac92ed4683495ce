import {
  type AuditHead,
  CLOSE,
  type FromMachine,
  type LiveViewFrame,
  type Ticket,
} from '@berth/contract/device/messages';
import type { CommandId, ProfileId } from '@berth/contract/ids';
import { traceWork } from '../platform/jobs.ts';
import { storablePicture } from '../platform/pictures/picture.ts';
import { PictureError } from '../platform/pictures/picture-bytes.ts';
import { Coalesced } from './coalesce.ts';
import type { ConnectionPoolBudget } from './connection-pool-budget.ts';
import { type CachedHead, desiredParts, type ProfileBytes, type ProfileSource, splitHead } from './desired.ts';
import type { MachineSocket } from './machine-socket.ts';
import { logBudget, toLogLines } from './messages.ts';
import type { LogLine, MachineKey, OutgoingCommand, ProfileReference } from './ports.ts';
import type { PresenceKeeper } from './presence.ts';
import type { Tickets } from './tickets.ts';

export interface ConnectionDeps {
  readonly ports: ConnectionPoolBudget;
  readonly presence: PresenceKeeper;
  readonly profiles: ProfileSource;
  readonly tickets: Tickets;
  readonly share: (head: CachedHead) => CachedHead;
  readonly now: () => number;
  /** A requested frame of the live view. */
  readonly frameTaken: (machine: MachineKey, frame: LiveViewFrame) => void;
  /** A command was sent over a connection that ended before the machine accepted it. */
  readonly undelivered: (machine: MachineKey, commandId: CommandId) => void;
}

/** When a connection was opened. */
export interface Opened {
  /** In milliseconds since 1970, to compare it with connections to other nodes. */
  readonly at: number;
  /** Monotonic time of this process, in milliseconds: the clock may be set back in between. */
  readonly elapsed: number;
}

/** What to read again, increasingly: which layers apply, what has changed, or everything, sent even if unchanged. */
const READINGS = ['layers', 'changes', 'all'] as const;
type Reading = (typeof READINGS)[number];

/** Messages that count even after the connection has ended; others describe the machine while it is connected. */
const LASTING: readonly FromMachine['type'][] = ['accepted', 'result', 'log', 'read', 'audit-heads'];

/** The connection of an authenticated machine. */
export class Connection {
  readonly key: MachineKey;
  readonly socket: MachineSocket;
  readonly #deps: ConnectionDeps;
  /** When the machine opened it (Opened). The newest connection counts, in whatever order they are admitted. */
  readonly openedAt: number;
  readonly openedElapsed: number;
  // Created on demand, because most machines are idle.
  #refreshes: Coalesced | undefined;
  #deliveries: Coalesced | undefined;
  #withinBudget: ReturnType<typeof logBudget> | undefined;
  /** Monotonic time of this process, in milliseconds. */
  #lastMessage = performance.now();
  /** The machine's name and tags as JSON. */
  #own = '';
  #head: CachedHead | undefined;
  /** Whether commands were waiting when the state was read. */
  #commandsWait = false;
  #sentRevision = 0;
  /** The day of the machine's ticket. */
  #ticketDay = 0;
  #welcomed = false;
  #isRefreshing = false;
  /** The scope of the next read. */
  #wanted: Reading = 'layers';
  #isStale = false;
  /** Milliseconds since 1970, by the server's clock; undefined once the waiting commands were requested. */
  #connectedAt: number | undefined;
  #isFrameWanted = false;
  /** Sent commands that the machine has not accepted yet. */
  #unaccepted: Set<string> | undefined;

  constructor(key: MachineKey, socket: MachineSocket, opened: Opened, deps: ConnectionDeps) {
    this.key = key;
    this.socket = socket;
    this.#deps = deps;
    this.#connectedAt = deps.now();
    this.openedAt = opened.at;
    this.openedElapsed = opened.elapsed;
  }

  /** Requests a frame of the live view. */
  requestFrame(): void {
    this.#isFrameWanted = true;
    this.socket.send({ type: 'capture-screen' });
  }

  /** Lets the machine wake others of its network. */
  wakeOthers(macs: readonly string[]): void {
    this.socket.send({ type: 'wake-others', macs: [...macs] });
  }

  /** @param elapsed Now, in milliseconds of this process. */
  isSilent(elapsed: number, limitMs: number): boolean {
    return elapsed - this.#lastMessage >= limitMs;
  }

  /** Reads and sends the desired state: `welcome` the first time, `desired` afterward. */
  refresh(): Promise<void> {
    return this.#read('all');
  }

  /** Sends the desired state if it changed without a hint. */
  catchUp(): Promise<void> {
    return this.#read('changes');
  }

  async #read(reading: Reading): Promise<void> {
    if (READINGS.indexOf(reading) > READINGS.indexOf(this.#wanted)) this.#wanted = reading;
    this.#refreshes ??= new Coalesced();
    await this.#refreshes.run(async () => {
      this.#isRefreshing = true;
      const [head, wanted] = [this.#head, this.#wanted];
      this.#wanted = 'layers';
      try {
        await (head && wanted === 'layers' ? this.#readLayers(head) : this.#readAndTell(wanted === 'changes'));
      } finally {
        this.#isRefreshing = false;
      }
    });
    if (this.#refreshes?.isIdle) this.#refreshes = undefined;
  }

  /** Whether changes of this profile affect the machine, as far as known. */
  mayShow(profileId: ProfileId): boolean {
    return this.#isRefreshing || this.#head?.profile?.id === profileId;
  }

  /** Sends a new revision of a profile without reading anything else again. */
  async profileChanged(profile: ProfileBytes): Promise<void> {
    // A read in progress may have started before the change.
    if (this.#isRefreshing) return this.refresh();
    const head = this.#head;
    if (head?.profile?.id !== profile.id || profile.revision <= this.#sentRevision) return;
    // In a rollout each machine has its own revision, and the known one may be older than the rollout.
    // With layers, it shows something else than the profile alone.
    if (profile.isStaged || head.profile.isHeld || head.profile.layers.length > 0) return this.refresh();
    this.#tell(head, profile);
  }

  /** Sends the desired state if other layers apply than before. */
  layersChanged(): Promise<void> {
    return this.#read('layers');
  }

  /** Delivers the machine's waiting commands. */
  async deliver(): Promise<void> {
    this.#deliveries ??= new Coalesced();
    await this.#deliveries.run(() =>
      traceWork('gateway.deliver', async () => {
        const connectedAt = this.#connectedAt === undefined ? undefined : new Date(this.#connectedAt);
        this.#connectedAt = undefined;
        // Sent over this connection and not accepted yet: the database would have it sent again.
        const sent = new Set(this.#unaccepted);
        for (const command of await this.#deps.ports.claimCommands(this.key, connectedAt)) {
          if (!sent.has(command.id)) this.#send(command);
        }
        // The connection ended meanwhile.
        if (!this.socket.isOpen) this.ended();
      }),
    );
    if (this.#deliveries?.isIdle) this.#deliveries = undefined;
  }

  /**
   * Sends a command that was stored as delivered to this connection. Returns false if it cannot be sent in order: the
   * connection is closed, or waiting commands are still being read.
   */
  sendStored(command: OutgoingCommand): boolean {
    if (!this.takesCommands) return false;
    void traceWork('gateway.deliver', async () => this.#send(command));
    return true;
  }

  #send(command: OutgoingCommand): void {
    this.#unaccepted ??= new Set();
    this.#unaccepted.add(command.id);
    this.socket.send({ type: 'command', ...command });
  }

  /** Call when the socket has closed: the machine's next or newer connection delivers what this one lost. */
  ended(): void {
    const [lost] = this.#unaccepted ?? [];
    this.#unaccepted = undefined;
    if (lost !== undefined) this.#deps.undelivered(this.key, lost as CommandId);
  }

  /** Whether a new command would be sent next, without waiting ones before it. */
  get takesCommands(): boolean {
    return this.#welcomed && this.#connectedAt === undefined && !this.#deliveries && this.socket.isOpen;
  }

  /** Also delivers commands that an earlier connection did not deliver. */
  deliverAgain(): Promise<void> {
    this.#connectedAt ??= this.openedAt;
    return this.deliver();
  }

  /** Records a sign of life. */
  answerPing(): void {
    this.#heard();
    this.#pong();
  }

  #pong(): void {
    const { tickets } = this.#deps;
    if (!this.#welcomed || tickets.day() === this.#ticketDay) this.socket.pong();
    else this.socket.send({ type: 'pong', ticket: this.#nextTicket() });
  }

  #nextTicket(): Ticket {
    const ticket = this.#deps.tickets.issue(this.key.machineId);
    this.#ticketDay = ticket.day;
    return ticket;
  }

  /** Delivers the commands that were queued while it was offline; a hint announces later ones. */
  async deliverWaiting(): Promise<void> {
    if (this.#commandsWait) return this.deliver();
    // Later commands were queued while it was online; by this connection's clock they could seem late.
    this.#connectedAt = undefined;
  }

  /** Handles one message at a time. After the close, only LASTING messages count. */
  async receive(message: FromMachine): Promise<void> {
    const { ports, presence } = this.#deps;
    if (this.socket.isOpen) this.#heard();
    else if (!LASTING.includes(message.type)) return;
    switch (message.type) {
      case 'ping':
        return this.#pong();
      case 'report':
        return presence.reported(this.key.machineId, message.reported);
      case 'accepted':
        this.#unaccepted?.delete(message.id);
        return ports.acceptCommand(this.key, message.id as CommandId);
      case 'result':
        this.#unaccepted?.delete(message.id);
        return ports.finishCommand(this.key, message.id as CommandId, { ok: message.ok, output: message.output });
      case 'picture':
        return this.#show({ state: message.state, image: message.image });
      case 'log':
        return this.#saveLogs(toLogLines(message.entries, this.#deps.now()));
      case 'read':
        return ports.messageRead(this.key, message.id as CommandId);
      case 'press':
        return this.#press(message);
      case 'audit-heads':
        return message.heads.length > 0 ? ports.checkAuditHeads(this.key, message.heads) : undefined;
      case 'authenticate':
        return this.socket.close(CLOSE.badMessage);
    }
  }

  // A permitted command arrives like any other.
  async #press({ type: _, ...press }: Extract<FromMachine, { type: 'press' }>): Promise<void> {
    const refusal = await this.#deps.ports.pressButton(this.key, press);
    if (refusal) this.socket.send({ type: 'press-refused', id: press.id, ...refusal });
  }

  #heard(): void {
    this.#lastMessage = performance.now();
    this.#deps.presence.seen(this.key.machineId);
  }

  // Ignores images that were not requested or are invalid.
  #show(frame: LiveViewFrame): void {
    if (!this.#isFrameWanted || !isWhole(frame)) return;
    this.#deps.frameTaken(this.key, frame);
    this.#isFrameWanted = false;
  }

  async #saveLogs(lines: readonly LogLine[]): Promise<void> {
    this.#withinBudget ??= logBudget(this.#deps.now);
    const taken = this.#withinBudget(lines);
    if (taken.length > 0) await this.#deps.ports.saveLogs(this.key, taken);
  }

  /** Reads only which layers apply: a changed layer of the organization makes the whole fleet read at once. */
  async #readLayers({ settings, profile: before }: CachedHead): Promise<void> {
    const reference = await this.#deps.ports.loadReference(this.key);
    if (reference === undefined) return this.#leave();
    if (reference?.layers.join() === before?.layers.join()) return;
    const profile = await this.#profileAt(reference);
    if (profile === 'unknown') return this.#readAndTell();
    this.#head = this.#deps.share({ settings, profile: reference });
    this.#tell(this.#head, profile);
  }

  async #readAndTell(onlyChanges = false): Promise<void> {
    const head = await this.#deps.ports.loadHead(this.key);
    if (!head) return this.#leave();
    const profile = await this.#profileAt(head.profile);
    if (profile === 'unknown') return this.#readAndTell(onlyChanges);
    const { own, head: now } = splitHead(head);
    const hasTold = onlyChanges && this.#hasTold(own, now, profile);
    this.#own = own;
    this.#head = this.#deps.share(now);
    this.#commandsWait = head.commandsWait;
    if (!hasTold) this.#tell(this.#head, profile, head.audit);
  }

  #hasTold(own: string, now: CachedHead, profile: ProfileBytes | null): boolean {
    const before = this.#head;
    return (
      own === this.#own &&
      now.settings === before?.settings &&
      now.profile?.id === before.profile?.id &&
      now.profile?.layers.join() === before.profile?.layers.join() &&
      (profile?.revision ?? 0) === this.#sentRevision
    );
  }

  // 'unknown' if a rollout started after the reference was read: it may hold this machine.
  async #profileAt(reference: ProfileReference | null): Promise<ProfileBytes | null | 'unknown'> {
    if (!reference) return null;
    const profile = await this.#deps.profiles.get(this.key.organizationId, reference);
    return profile?.isStaged && profile.revision > reference.revision ? 'unknown' : profile;
  }

  // A slow machine gets one message at a time: the newest state is read once the previous message is sent.
  #tell(head: CachedHead, profile: ProfileBytes | null, audit?: AuditHead): void {
    if (this.socket.isSendingDesired) {
      this.#isStale = true;
      return;
    }
    this.#sentRevision = profile?.revision ?? 0;
    const welcome = this.#welcomed ? undefined : { audit, ticket: this.#nextTicket() };
    this.#welcomed = true;
    this.socket.sendParts(desiredParts(this.#own, head, profile, welcome), () => {
      if (!this.#isStale) return;
      this.#isStale = false;
      void this.refresh().catch(() => this.socket.close(CLOSE.restarting));
    });
  }

  // After a move to another organization it reconnects; otherwise it was removed.
  async #leave(): Promise<void> {
    const home = await this.#deps.ports.homeOf(this.key.machineId);
    this.socket.close(home ? CLOSE.restarting : CLOSE.removed);
  }
}

function isWhole({ image }: LiveViewFrame): boolean {
  if (image === null) return true;
  try {
    return storablePicture(Buffer.from(image, 'base64'), 'jpeg').length > 0;
  } catch (error) {
    if (error instanceof PictureError) return false;
    throw error;
  }
}
