import { sendBatch } from '@berth/contract/api/command-batches';
import { COMMAND_CALLS } from '@berth/contract/api/commands';
import type { Endpoint, ReplyOf } from '@berth/contract/api/endpoint';
import { cancelCommand } from '@berth/contract/api/machine-actions';
import { renameMachine } from '@berth/contract/api/machines';
import { changeProfile } from '@berth/contract/api/profiles';
import { createSchedule } from '@berth/contract/api/schedules';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Answer, Sent } from '@berth/server/testing/simulation/node';
import type { Host, SimulatedClock } from './clock.ts';
import type { CloudNode } from './cloud-node.ts';
import { SCHEDULED } from './invariants.ts';
import type { Ledger } from './ledger.ts';
import type { SimulatedMachine } from './machine.ts';
import type { Random } from './random.ts';

/** The calls of the workload. */
export const WORKLOAD_CALLS: readonly Endpoint[] = [
  COMMAND_CALLS.notify,
  COMMAND_CALLS.reboot,
  COMMAND_CALLS['trigger-update'],
  sendBatch,
  cancelCommand,
  renameMachine,
  changeProfile,
  createSchedule,
];

const LATENCY_MS = 40;
/** After this a caller no longer waits: whether the call happened is unknown. */
const PATIENCE_MS = 30_000;
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

export interface Tenant {
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
}

/** An administrator who sends commands and saves changes through any node. */
export class Administrator {
  readonly #clock: SimulatedClock;
  readonly #random: Random;
  readonly #world: {
    readonly tenant: Tenant;
    readonly machines: readonly SimulatedMachine[];
    readonly nodes: readonly CloudNode[];
    readonly ledger: Ledger;
    readonly log: (text: string) => void;
  };
  readonly #host: Host = { name: 'administrator', isAlive: true, offsetMs: 0 };
  #saves = 0;

  constructor(clock: SimulatedClock, random: Random, world: Administrator['world']) {
    this.#clock = clock;
    this.#random = random;
    this.#world = world;
  }

  get world() {
    return this.#world;
  }

  /** Does something every so often, until the given time. */
  work(until: number, everyMs: number): void {
    const next = () => {
      if (this.#clock.elapsed >= until) return;
      void this.#act();
      this.#clock.after(this.#random.next() * 2 * everyMs, this.#host, next);
    };
    this.#clock.after(this.#random.next() * everyMs, this.#host, next);
  }

  #act(): Promise<void> {
    const action = this.#random.next();
    if (action < 0.45) return this.#command('notify');
    if (action < 0.55) return this.#command('trigger-update');
    if (action < 0.65) return this.#command('reboot');
    if (action < 0.75) return this.#batch();
    if (action < 0.82) return this.#cancel();
    if (action < 0.88) return this.#rename();
    if (action < 0.91) return this.#schedule();
    return this.#save();
  }

  async #command(type: 'notify' | 'reboot' | 'trigger-update'): Promise<void> {
    const machine = this.#random.pick(this.#world.machines);
    const body = type === 'notify' ? { body: { msg: 'Hello' } } : {};
    const answer = await this.#call(COMMAND_CALLS[type], { params: { id: machine.id }, ...body });
    if (answer?.status !== 202) return;
    const { id, state } = answer.reply;
    this.#world.ledger.acknowledged.set(id, { type, machineId: machine.id });
    this.#world.log(`acknowledged ${type} ${id} for ${machine.name}, ${state}`);
  }

  async #batch(): Promise<void> {
    const type = this.#random.pick(['notify', 'reboot', 'trigger-update'] as const);
    const machineIds = this.#world.machines.map(({ id }) => id);
    const body = { type, machineIds, ...(type === 'notify' && { msg: 'Hello all' }) };
    const params = { orgId: this.#world.tenant.organizationId };
    const answer = await this.#call(sendBatch, { params, body });
    if (answer?.status !== 202 || answer.reply.skipped === answer.reply.total) return;
    this.#world.ledger.batches.add(answer.reply.id);
    this.#world.log(`acknowledged batch ${type} ${answer.reply.id}`);
  }

  async #cancel(): Promise<void> {
    const newest = [...this.#world.ledger.acknowledged].slice(-3);
    if (newest.length === 0) return;
    const [commandId, { machineId }] = this.#random.pick(newest);
    const answer = await this.#call(cancelCommand, { params: { id: machineId, commandId } });
    if (answer?.status !== 200) return;
    this.#world.ledger.cancelled.add(commandId);
    this.#world.log(`cancelled ${commandId}`);
  }

  async #rename(): Promise<void> {
    const machine = this.#random.pick(this.#world.machines);
    this.#saves += 1;
    const name = `Machine ${this.#saves}`;
    const answer = await this.#call(renameMachine, { params: { id: machine.id }, body: { name } });
    if (answer?.status === 200) this.#world.log(`renamed ${machine.name} to ${name}`);
  }

  async #save(): Promise<void> {
    this.#saves += 1;
    const color = `#${this.#saves.toString(16).padStart(6, '0')}`;
    const body = { definition: { thinhoc: { customization: { color_primary: color } } } };
    const params = { id: this.#world.tenant.profileId };
    const answer = await this.#call(changeProfile, { params, body, headers: MERGE_PATCH });
    if (answer?.status !== 200) return;
    const { revision } = answer.reply;
    this.#world.ledger.revision = Math.max(this.#world.ledger.revision, revision);
    this.#world.log(`saved revision ${revision}`);
  }

  async #schedule(): Promise<void> {
    this.#saves += 1;
    const opens = new Date(this.#clock.time - this.#random.whole(0, 3) * 60_000).toISOString();
    const name = `${SCHEDULED}${this.#saves}`;
    const body = {
      name,
      type: 'notify' as const,
      msg: name,
      filter: '{}',
      date: opens.slice(0, 10),
      time: opens.slice(11, 16),
      windowMinutes: 60,
      timeZone: 'UTC',
      enabled: true,
    };
    const answer = await this.#call(createSchedule, {
      params: { orgId: this.#world.tenant.organizationId },
      body,
    });
    if (answer) this.#world.log(`scheduled ${name}: ${answer.status}`);
  }

  /** Calls a node; undefined if it did not answer in time. */
  #call<const E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<Answer<ReplyOf<E>> | undefined> {
    const up = this.#world.nodes.filter(({ running }) => running);
    if (up.length === 0) return Promise.resolve(undefined);
    const { host, running } = this.#random.pick(up);
    const way = () => 1 + this.#random.next() * LATENCY_MS;
    return new Promise((resolve) => {
      const patience = this.#clock.after(PATIENCE_MS, this.#host, () => resolve(undefined));
      this.#clock.after(way(), host, async () => {
        const answer = await running?.call(endpoint, sent);
        this.#clock.after(way(), this.#host, () => {
          this.#clock.cancel(patience);
          if (answer && answer.status >= 500) this.#world.log(`${endpoint.id} answered ${answer.status}`);
          resolve(answer);
        });
      });
    });
  }
}
