import type { Logger } from './logger.ts';

type Handler = (message: unknown) => void | Promise<void>;

/** Which messages a subscriber gets: of every node, of this process, or of the other nodes. */
export type Origin = 'all' | 'here' | 'other-nodes';

/** Publishes events to subscribers. Between nodes a message may be late or lost: it is a hint. */
export interface Bus {
  /** Delivers a message to every subscriber, after the caller is done; to other nodes as JSON. Never throws. */
  publish(topic: string, message: unknown): void;
  /** Returns a function that ends the subscription. */
  subscribe(topic: string, handler: Handler, origin?: Origin): () => void;
  /** Calls when messages between nodes may have been lost, so that subscribers read the current state. */
  onGap(handler: () => void): () => void;
  /** Sends bytes in order to the other node that listens on this channel; lost without a connection. */
  sendBytes(channel: string, bytes: Uint8Array): void;
  /** Returns a function that stops listening. Only two nodes know a channel, so others get no message. */
  onBytes(channel: string, handler: (bytes: Buffer) => void): () => void;
  /** Whether messages reach the other nodes now, and theirs this node. */
  isWhole(): boolean;
}

/** The subscribers of one process. A failing handler is logged and affects no other. */
export function createSubscribers(logger: Logger) {
  const topics = new Map<string, Set<Handler>>();
  const deliver = async (topic: string, handler: Handler, message: unknown) => {
    try {
      await handler(message);
    } catch (error) {
      logger.error({ err: error, topic }, 'A bus subscriber failed');
    }
  };
  return {
    tell(topic: string, message: unknown): void {
      for (const handler of topics.get(topic) ?? []) queueMicrotask(() => void deliver(topic, handler, message));
    },
    add(topic: string, handler: Handler): () => void {
      // A wrapper, so that one function can subscribe twice.
      const entry: Handler = (message) => handler(message);
      const handlers = topics.get(topic) ?? new Set();
      topics.set(topic, handlers.add(entry));
      return () => {
        handlers.delete(entry);
        if (handlers.size === 0 && topics.get(topic) === handlers) topics.delete(topic);
      };
    },
  };
}

/** The bus of a single server process, which loses nothing. */
export function createLocalBus(logger: Logger): Bus {
  const subscribers = createSubscribers(logger);
  return {
    publish: subscribers.tell,
    subscribe: (topic, handler, origin = 'all') =>
      origin === 'other-nodes' ? () => undefined : subscribers.add(topic, handler),
    onGap: () => () => undefined,
    sendBytes: () => undefined,
    onBytes: () => () => undefined,
    isWhole: () => true,
  };
}
