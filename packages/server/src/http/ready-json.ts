/**
 * A reply that is serialized once and sent many times. Handlers return it in place of the value (`asValue`); the edge
 * sends its bytes, and whoever serializes it as part of something else gets the same text.
 */
export class ReadyJson<T> {
  readonly bytes: Buffer;

  constructor(value: T) {
    this.bytes = Buffer.from(JSON.stringify(value));
  }

  /** For the types: a handler's reply that is this value over the wire. */
  asValue(): T {
    return this as unknown as T;
  }

  toJSON(): unknown {
    return JSON.parse(this.bytes.toString());
  }
}

/** The bytes of a reply. */
export function replyBytes(value: unknown): Buffer | string {
  return value instanceof ReadyJson ? value.bytes : JSON.stringify(value);
}
