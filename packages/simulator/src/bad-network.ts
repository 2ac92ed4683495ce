import { once } from 'node:events';
import { type AddressInfo, createServer, connect as open, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as openTls } from 'node:tls';
import type { AgentOptions } from '@berth/device/agent';

type CloudConnect = NonNullable<NonNullable<AgentOptions['cloud']>['connect']>;

/** Faults of a fleet's network. */
export interface BadNetworkOptions {
  /** Latency in milliseconds, in each direction. */
  readonly latencyMs: number;
  /** Rate in kbit/s per machine, in each direction; 0: unlimited. */
  readonly kbit: number;
  /** Connections lost per minute in the whole fleet, alternately cut and silent. */
  readonly lossPerMinute: number;
}

export interface BadNetwork {
  /** Connects machines to the gateway through this network. */
  readonly connect: CloudConnect;
  /** Loses one connection now. */
  lose(): void;
  stop(): Promise<void>;
}

/** One machine's connection: its side, and the cloud's. */
type Way = readonly [Socket, Socket];

/** An in-process network between a fleet and its gateway. Uses three file descriptors per machine instead of one. */
export async function openBadNetwork(gateway: URL, options: BadNetworkOptions): Promise<BadNetwork> {
  const isSecure = gateway.protocol === 'wss:';
  const port = Number(gateway.port) || (isSecure ? 443 : 80);
  const ways = new Set<Way>();
  const silent = new Set<Way>();
  let lost = 0;

  const server = createServer((near) => {
    const far = open(port, gateway.hostname);
    const way: Way = [near, far];
    ways.add(way);
    for (const [from, to] of [way, [far, near]] as const) {
      from.setNoDelay(true).pipe(slowed(options)).pipe(to);
      from.on('error', () => from.destroy());
      // Bytes in transit still arrive.
      from.on('close', () => {
        ways.delete(way);
        silent.delete(way);
        setTimeout(() => to.destroy(), options.latencyMs + 1_000).unref();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relay = (server.address() as AddressInfo).port;

  function lose(): void {
    const all = [...ways];
    const way = all[Math.floor(Math.random() * all.length)];
    if (!way) return;
    lost += 1;
    if (lost % 2 === 1) {
      cut(way);
      return;
    }
    ways.delete(way);
    silent.add(way);
    // Keep reading, to notice when a side closes.
    for (const socket of way) socket.unpipe().resume();
  }
  const loss = options.lossPerMinute > 0 ? setInterval(lose, 60_000 / options.lossPerMinute) : undefined;

  return {
    connect: () => {
      const socket = open(relay, '127.0.0.1');
      return isSecure ? openTls({ socket, servername: gateway.hostname }) : socket;
    },
    lose,
    async stop() {
      clearInterval(loss);
      for (const way of [...ways, ...silent]) cut(way);
      server.close();
      await once(server, 'close');
    },
  };
}

function cut(way: Way): void {
  for (const socket of way) socket.destroy();
}

/** Delays bytes and limits their rate, with back-pressure. */
function slowed({ latencyMs, kbit }: BadNetworkOptions): Transform {
  return new Transform({
    transform(this: Transform, chunk: Buffer, _encoding, done: TransformCallback) {
      const pass = () => {
        // Timers of equal length fire in order.
        if (latencyMs === 0) this.push(chunk);
        else setTimeout(() => this.destroyed || this.push(chunk), latencyMs);
        done();
      };
      if (kbit === 0) pass();
      else void sleep((chunk.length * 8) / kbit).then(pass);
    },
    flush: (done) => void setTimeout(done, latencyMs),
  });
}
