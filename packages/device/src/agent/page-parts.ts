import type { CommandId } from '@berth/contract/ids';
import { Airplay } from '../features/airplay/airplay.ts';
import { Calendar } from '../features/calendar/calendar.ts';
import type { Calls } from '../features/calls/calls.ts';
import { Keyboard } from '../features/keyboard/keyboard.ts';
import { Notifications } from '../features/notifications/notifications.ts';
import { Pings } from '../features/pings/pings.ts';
import type { System } from '../system/ports.ts';
import type { AgentOptions } from './options.ts';
import { phoneCalls } from './phone.ts';
import type { Publisher } from './publisher.ts';

/** The parts whose whole state is what the machine's page shows of them. */
export interface PageParts {
  readonly notifications: Notifications;
  readonly calls: Calls;
  readonly airplay: Airplay;
  readonly calendar: Calendar;
  readonly keyboard: Keyboard;
  readonly pings: Pings;
}

interface PagePartsOptions {
  readonly options: Pick<AgentOptions, 'store' | 'log' | 'allowPrivateWebhooks'>;
  readonly system: Pick<System, 'phone' | 'airplay' | 'networkProbe'>;
  readonly publisher: Publisher;
  /** Brings the home screen in front of every window. */
  readonly raise: () => void;
  /** Opens a link that came from outside in a window of its own. */
  readonly openPage: (link: string, title: string) => Promise<void>;
  /** The messages of administrators changed. */
  readonly onMessages: () => void;
  /** The machine's user has read one. */
  readonly onRead: (id: CommandId) => void;
}

/** Constructs them, each publishing its section. Nothing runs yet. */
export function buildPageParts({
  options,
  system,
  publisher,
  raise,
  openPage,
  onMessages,
  onRead,
}: PagePartsOptions): PageParts {
  const { store, log, allowPrivateWebhooks } = options;
  return {
    notifications: new Notifications({
      store,
      onRead,
      log,
      onChange: (list) => {
        publisher.publish({ section: 'notifications', value: [...list] });
        onMessages();
      },
    }),
    calls: phoneCalls({ host: system.phone, store, publisher, onRing: raise, log }),
    airplay: new Airplay({
      host: system.airplay,
      onChange: (value) => publisher.publish({ section: 'airplay', value }),
      onShown: raise,
      log,
    }),
    calendar: new Calendar({
      onChange: (value) => publisher.publish({ section: 'calendar', value }),
      open: openPage,
      allowPrivate: allowPrivateWebhooks,
      log,
    }),
    keyboard: new Keyboard({ store, onChange: (value) => publisher.publish({ section: 'keyboard', value }), log }),
    pings: new Pings({
      probe: system.networkProbe,
      onChange: (value) => publisher.publish({ section: 'pings', value }),
    }),
  };
}
