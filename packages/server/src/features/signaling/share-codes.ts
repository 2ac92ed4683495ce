import { createHash } from 'node:crypto';
import {
  createShareCode,
  ONE_TIME_CODE_MISSES_MAX,
  ONE_TIME_CODE_MS,
  readShareCode,
} from '@berth/contract/api/signaling';
import type { MachineId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import type { Nonces } from '../../gateway/nonce.ts';
import { verifyMachineToken } from '../../gateway/token.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import { network } from '../../platform/addresses.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { CODE_USED, type CodeUsed } from './peers/topics.ts';

export interface SignalingDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly nonces: Nonces;
  /** WebSocket addresses of the three signaling servers. */
  readonly signaling: readonly string[];
  readonly turn: { readonly urls: readonly string[]; readonly secret: string | undefined };
}

export function createShareCodeRoute({ db, clock, nonces }: SignalingDeps): Route {
  return route(createShareCode, async ({ params, body }) => {
    const { otc, mid: machineId } = params;
    const proven = await verifyMachineToken(body.machineToken, machineId, nonces);
    if (!proven) throw new ApiError('invalid-machine-token', 'The machine could not prove its identity.');
    const outcome = await asSystem(db, (tx) => publishCode(tx, otc, { machineId, peerId: body.peerId }));
    if (outcome === 'unknown') throw new ApiError('not-found', 'The machine is not registered.');
    if (outcome === 'taken') throw new ApiError('share-code-taken', 'This code is already in use. Create another one.');
    return { expiresAt: new Date(clock.now() + ONE_TIME_CODE_MS).toISOString() };
  });
}

export function readShareCodeRoute({ db, bus, clock, signaling }: SignalingDeps): Route {
  const misses = createMisses(() => clock.now(), bus);
  return route(readShareCode, async ({ params, address }) => {
    const guess = misses.begin(address);
    try {
      const found = await asSystem(db, (tx) => redeemCode(tx, params.otc));
      const server = Number(params.otc.charAt(0));
      const signalingUrl = signaling[server - 1];
      if (!found || signalingUrl === undefined) {
        guess.miss();
        throw new ApiError('invalid-code', 'The code is unknown, already used, or more than 10 minutes old.');
      }
      const { machineId, machineName, peerId } = found;
      // The machine then shows a new code.
      bus.publish(CODE_USED, { server, peerId } satisfies CodeUsed);
      return { signaling: signalingUrl, peerId, machine: { id: machineId, name: machineName } };
    } finally {
      guess.end();
    }
  });
}

interface SharedPeer {
  readonly machineId: MachineId;
  readonly machineName: string;
  readonly peerId: string;
}

/** Stores the hash of a code until it expires. Needs the system role. */
async function publishCode(
  tx: Tx,
  code: string,
  { machineId, peerId }: { readonly machineId: MachineId; readonly peerId: string },
): Promise<'published' | 'unknown' | 'taken'> {
  const { rows } = await sql<{ outcome: 'published' | 'unknown' | 'taken' }>`
    select publish_share_code(${hash(code)}, ${machineId}, ${peerId},
      make_interval(secs => ${ONE_TIME_CODE_MS / 1_000})) as outcome`.execute(tx);
  return rows[0]?.outcome ?? 'unknown';
}

/** Redeems a code; undefined if it is unknown, used or expired. Needs the system role. */
async function redeemCode(tx: Tx, code: string): Promise<SharedPeer | undefined> {
  const { rows } = await sql<SharedPeer>`
    select machine_id as "machineId", machine_name as "machineName", peer_id as "peerId"
    from use_share_code(${hash(code)})`.execute(tx);
  return rows[0];
}

function hash(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

const SUBJECTS_MAX = 50_000;

/** Counts wrong codes by address: 20 of them lock it until the first is 10 minutes old. */
interface Misses {
  /**
   * Throws 'rate-limited' with Retry-After for a locked address, whether or not its code is right. Guesses in progress
   * count until they end, so that many at once have no advantage.
   */
  begin(address: string): Guess;
}

interface Guess {
  miss(): void;
  end(): void;
}

/** A wrong code that another node received. */
const CODE_MISSED = 'signaling.missed';
interface CodeMissed {
  readonly from: string;
}

/** In memory. Nodes share their counts, so that switching nodes has no advantage. */
function createMisses(now: () => number, bus: Pick<Bus, 'publish' | 'subscribe'>): Misses {
  const counters = new Map<string, { count: number; readonly endsAt: number }>();
  const inProgress = new Map<string, number>();
  const current = (from: string) => {
    const counter = counters.get(from);
    return counter && counter.endsAt > now() ? counter : undefined;
  };
  function count(from: string): void {
    const counter = current(from);
    if (counter) counter.count += 1;
    else counters.set(from, { count: 1, endsAt: now() + ONE_TIME_CODE_MS });
    const oldest = counters.size > SUBJECTS_MAX ? counters.keys().next().value : undefined;
    if (oldest !== undefined) counters.delete(oldest);
  }
  bus.subscribe(CODE_MISSED, (message) => count((message as CodeMissed).from), 'other-nodes');
  return {
    begin(address) {
      const from = network(address);
      const counter = current(from);
      const missed = counter?.count ?? 0;
      const open = inProgress.get(from) ?? 0;
      if (missed + open >= ONE_TIME_CODE_MISSES_MAX) {
        const waitMs = counter && missed >= ONE_TIME_CODE_MISSES_MAX ? counter.endsAt - now() : 0;
        throw new ApiError('rate-limited', 'Too many wrong codes. Try again later.', undefined, {
          'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))),
        });
      }
      inProgress.set(from, open + 1);
      return {
        miss() {
          count(from);
          bus.publish(CODE_MISSED, { from } satisfies CodeMissed);
        },
        end() {
          const left = (inProgress.get(from) ?? 1) - 1;
          if (left === 0) inProgress.delete(from);
          else inProgress.set(from, left);
        },
      };
    },
  };
}
