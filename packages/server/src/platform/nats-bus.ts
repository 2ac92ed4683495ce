import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { type Bus, createSubscribers, type Origin } from './bus.ts';
import type { Logger } from './logger.ts';

/** How long a start waits for NATS: this node's machines do not need it. */
const FIRST_CONNECT_MS = 5_000;
const RECONNECT_WAIT_MS = 500;
/** A connection that misses two pings is closed. */
const PING_MS = 5_000;
/** Sent to all nodes after an interruption, because they may have missed messages. */
const GAP = 'bus.gap';

export interface NatsBus extends Bus {
  close(): Promise<void>;
}

interface NatsMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  json(): unknown;
}

/** What the bus uses of a connection to NATS. */
export interface NatsLink {
  publish(subject: string, payload: string | Uint8Array): void;
  subscribe(
    subject: string,
    options: { readonly callback: (error: Error | null, message: NatsMessage) => void },
  ): { unsubscribe(): void };
  flush(): Promise<void>;
  /** `disconnect` and `reconnect`, besides others. */
  status(): AsyncIterable<{ readonly type: string }>;
  close(): Promise<void>;
}

export interface NatsBusOptions {
  /** nats:// or tls:// URL, with user name and password if required. */
  readonly url: string;
  /** Separates installations on one NATS server: letters, digits and hyphens. */
  readonly prefix: string;
  readonly logger: Logger;
  /** Opens the connection in another way than over the network. */
  readonly openLink?: (() => Promise<NatsLink>) | undefined;
}

/**
 * The bus of several nodes: messages reach local subscribers at once and other nodes over NATS. During a NATS outage
 * local delivery continues, and afterward all subscribers are told to read the current state. Never fails because of
 * NATS: it keeps reconnecting.
 */
export async function createNatsBus({ url, prefix, logger, openLink }: NatsBusOptions): Promise<NatsBus> {
  const subscribers = {
    all: createSubscribers(logger),
    here: createSubscribers(logger),
    'other-nodes': createSubscribers(logger),
  };
  const gaps = new Set<() => void>();
  let connection: NatsLink | undefined;
  let isUp = false;
  const stopping = new AbortController();

  const tell = (origin: Exclude<Origin, 'all'>, topic: string, message: unknown) => {
    subscribers.all.tell(topic, message);
    subscribers[origin].tell(topic, message);
  };
  const send = (topic: string, message: unknown) => {
    // The library would queue all messages; old hints are not worth the memory.
    if (isUp) connection?.publish(`${prefix}.${topic}`, JSON.stringify(message ?? null));
  };
  const gap = () => {
    for (const handler of gaps) handler();
  };
  // The other nodes missed what this one published while it was cut off, also before it restarted.
  const endGap = () => {
    send(GAP, null);
    gap();
  };

  async function watch(opened: NatsLink): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === 'disconnect' && isUp) {
        isUp = false;
        logger.warn('NATS is unavailable: this node is cut off from the others');
      } else if (type === 'reconnect' && !isUp) {
        isUp = true;
        logger.warn('NATS is back');
        endGap();
      }
    }
  }

  async function open(): Promise<void> {
    const opened = await reach(openLink ?? (() => connect({ ...addressOf(url), ...OPTIONS })), stopping.signal, logger);
    if (!opened) return;
    connection = opened;
    isUp = true;
    opened.subscribe(`${prefix}.>`, {
      callback: (error, message) => {
        const topic = message.subject.slice(prefix.length + 1);
        if (error) logger.error({ err: error }, 'NATS handed over an error');
        else if (topic === GAP) gap();
        else tell('other-nodes', topic, message.json());
      },
    });
    send(GAP, null);
    await opened.flush();
    void watch(opened);
  }

  const opening = open().catch((error: unknown) => logger.error({ err: error }, 'NATS cannot be used'));
  if (!(await within(FIRST_CONNECT_MS, opening))) {
    logger.warn('NATS is not responding: this node works alone until it does');
    void opening.then(() => isUp && gap());
  }

  return {
    publish(topic, message) {
      tell('here', topic, message);
      send(topic, message);
    },
    subscribe: (topic, handler, origin = 'all') => subscribers[origin].add(topic, handler),
    onGap(handler) {
      const entry = () => handler();
      gaps.add(entry);
      return () => void gaps.delete(entry);
    },
    sendBytes(channel, bytes) {
      if (isUp) connection?.publish(`${prefix}-bytes.${channel}`, bytes);
    },
    onBytes(channel, handler) {
      const listening = connection?.subscribe(`${prefix}-bytes.${channel}`, {
        // A copy, because the library reuses the buffer.
        callback: (error, message) => {
          if (!error) handler(Buffer.from(message.data));
        },
      });
      return () => listening?.unsubscribe();
    },
    isWhole: () => isUp,
    async close() {
      stopping.abort();
      // Flushes the last messages, such as that this node stops, for at most a second.
      if (connection && isUp) await within(1_000, connection.flush());
      isUp = false;
      await connection?.close();
    },
  };
}

const OPTIONS = {
  name: 'berth',
  noEcho: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: RECONNECT_WAIT_MS,
  pingInterval: PING_MS,
  ignoreAuthErrorAbort: true,
} as const;

/** Retries until it succeeds or is stopped. */
async function reach(
  open: () => Promise<NatsLink>,
  stopping: AbortSignal,
  logger: Logger,
): Promise<NatsLink | undefined> {
  let said = '';
  while (!stopping.aborted) {
    try {
      const opened = await open();
      if (!stopping.aborted) return opened;
      await opened.close();
    } catch (error) {
      const reason = String(error);
      if (reason !== said) logger.warn({ err: error }, 'NATS cannot be reached');
      said = reason;
      await sleep(RECONNECT_WAIT_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    }
  }
  return undefined;
}

/** The library reads name and password only from its options. */
function addressOf(url: string) {
  const { protocol, host, username, password } = new URL(url);
  return {
    servers: `${protocol}//${host}`,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
  };
}

/** Whether it finished in time. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = await Promise.race([work.then(() => true), late]).catch(() => false);
  clearTimeout(timer);
  return done;
}
