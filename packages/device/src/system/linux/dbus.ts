import dbus, { type MessageBus, type Variant } from 'dbus-next';

/** D-Bus connections with unwrapped values: the library's wrappers stay in this module. */

export type Dictionary = Readonly<Record<string, unknown>>;

const CALL_MS = 25_000;
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const SYSTEM_BUS = 'unix:path=/run/dbus/system_bus_socket';

/** A value with its D-Bus type, as `a{sv}` wants them. */
export function variant(signature: string, value: unknown): Variant {
  return new dbus.Variant(signature, value);
}

/** One service on the bus. */
export class BusService {
  readonly #bus: MessageBus;
  readonly #name: string;

  private constructor(bus: MessageBus, name: string) {
    this.#bus = bus;
    this.#name = name;
  }

  /** Connects to the system bus; rejects without a bus, or without that name on it. */
  static async connect(name: string): Promise<BusService> {
    const bus = dbus.sessionBus({ busAddress: process.env.DBUS_SYSTEM_BUS_ADDRESS ?? SYSTEM_BUS });
    await new Promise<void>((resolve, reject) => {
      bus.once('connect', resolve);
      bus.on('error', reject);
    });
    const service = new BusService(bus, name);
    try {
      // The ping also starts a service that is activated on demand.
      await service.call('/', 'org.freedesktop.DBus.Peer', 'Ping');
    } catch (error) {
      bus.disconnect();
      throw error;
    }
    return service;
  }

  close(): void {
    this.#bus.disconnect();
  }

  /** Calls a method and returns its unwrapped result. */
  async call(path: string, iface: string, member: string, signature = '', body: unknown[] = []): Promise<unknown[]> {
    const message = new dbus.Message({ destination: this.#name, path, interface: iface, member, signature, body });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${member} of ${this.#name} did not answer.`)), CALL_MS);
    });
    try {
      const reply = await Promise.race([this.#bus.call(message), late]);
      return (reply?.body ?? []).map(plain);
    } finally {
      clearTimeout(timer);
    }
  }

  /** All properties of an interface. */
  async properties(path: string, iface: string): Promise<Dictionary> {
    const [properties] = await this.call(path, PROPERTIES, 'GetAll', 's', [iface]);
    return (properties ?? {}) as Dictionary;
  }

  async set(path: string, iface: string, property: string, value: Variant): Promise<void> {
    await this.call(path, PROPERTIES, 'Set', 'ssv', [iface, property, value]);
  }
}

function plain(value: unknown): unknown {
  if (value instanceof dbus.Variant) return plain(value.value);
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
