import { BusService } from './dbus.ts';

const AVAHI = 'org.freedesktop.Avahi';
const SERVER = 'org.freedesktop.Avahi.Server';
/** AVAHI_SERVER_RUNNING: the host name is registered, so services can be registered. */
const RUNNING = 2;
/** Registering the host name takes about a second. */
const CHECK_MS = 250;
const START_MS = 30_000;
const WATCH_MS = 3_000;

/**
 * Waits for Avahi on behalf of programs that register a service only once: a registration made before Avahi starts or
 * restarts is lost.
 */
export class Avahi {
  readonly #bus: BusService;
  readonly #life: string;

  private constructor(bus: BusService, life: string) {
    this.#bus = bus;
    this.#life = life;
  }

  /** Resolves once services can be registered; rejects if there is no Avahi, or if it is not ready within 30 s. */
  static async ready(): Promise<Avahi> {
    const bus = await BusService.connect(AVAHI);
    try {
      const late = performance.now() + START_MS;
      for (;;) {
        const life = await lifeOf(bus);
        if (life !== null) return new Avahi(bus, life);
        if (performance.now() > late) throw new Error('Avahi does not get ready to announce anything.');
        await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      }
    } catch (error) {
      bus.close();
      throw error;
    }
  }

  /** Calls `onLost` once the service is no longer announced, unless `over` resolves first. */
  watch(over: Promise<unknown>, onLost: () => void): void {
    let isOver = false;
    const end = () => {
      isOver = true;
      clearInterval(timer);
      this.#bus.close();
    };
    const timer = setInterval(async () => {
      const life = await lifeOf(this.#bus).catch(() => null);
      if (isOver || life === this.#life) return;
      end();
      onLost();
    }, WATCH_MS);
    void over.then(() => isOver || end());
  }
}

/** Identifies one run of Avahi with one host name; null while it is not running. */
async function lifeOf(bus: BusService): Promise<string | null> {
  const ask = async (member: string) => (await bus.call('/', SERVER, member))[0];
  if ((await ask('GetState')) !== RUNNING) return null;
  return `${await ask('GetLocalServiceCookie')} ${await ask('GetHostName')}`;
}
