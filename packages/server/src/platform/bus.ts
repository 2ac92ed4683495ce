import type { Logger } from './logger.ts';

/** Tells what happened to whoever listens. In one process now; between nodes a message may come late or not at all. */
export interface Bus {
  /** Hands a message to every subscriber, after the caller is done. Never throws. */
  publish(topic: string, message: unknown): void;
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, handler: (message: unknown) => void | Promise<void>): () => void;
}

/** The bus of a single server process. A handler that fails is logged and disturbs nobody else. */
export function createLocalBus(logger: Logger): Bus {
  const topics = new Map<string, Set<(message: unknown) => void | Promise<void>>>();
  const deliver = async (topic: string, handler: (message: unknown) => void | Promise<void>, message: unknown) => {
    try {
      await handler(message);
    } catch (error) {
      logger.error({ err: error, topic }, 'A subscriber failed');
    }
  };
  return {
    publish(topic, message) {
      for (const handler of topics.get(topic) ?? []) queueMicrotask(() => void deliver(topic, handler, message));
    },
    subscribe(topic, handler) {
      // A wrapper, so that one function may subscribe twice.
      const entry = (message: unknown) => handler(message);
      const handlers = topics.get(topic) ?? new Set();
      topics.set(topic, handlers.add(entry));
      return () => {
        handlers.delete(entry);
        if (handlers.size === 0 && topics.get(topic) === handlers) topics.delete(topic);
      };
    },
  };
}
