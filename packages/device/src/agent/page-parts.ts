import type { CommandId } from '@berth/contract/ids';
import { Accessibility } from '../features/accessibility/accessibility.ts';
import { Airplay } from '../features/airplay/airplay.ts';
import { Calendar } from '../features/calendar/calendar.ts';
import { Calls } from '../features/calls/calls.ts';
import { Displays } from '../features/displays/displays.ts';
import { Keyboard } from '../features/keyboard/keyboard.ts';
import { Notifications } from '../features/notifications/notifications.ts';
import { Pings } from '../features/pings/pings.ts';
import { CALLS_KEPT } from '../state/machine-state.ts';
import { checkSipLogin } from '../system/sip-login.ts';
import type { AgentBase } from './base.ts';

/** The parts whose state is shown on the machine's page. */
export interface PageParts {
  readonly notifications: Notifications;
  readonly calls: Calls;
  readonly airplay: Airplay;
  readonly calendar: Calendar;
  readonly keyboard: Keyboard;
  readonly accessibility: Accessibility;
  readonly pings: Pings;
  readonly displays: Displays;
}

interface PagePartsOptions {
  /** Brings the home screen in front of every window. */
  readonly raise: () => void;
  /** Called when a screen reader starts or ends: browsers support one only if they start with it. */
  readonly onReadable: () => Promise<void>;
  /** Opens a link from outside in its own window. */
  readonly openPage: (link: string, title: string) => Promise<void>;
  /** Called when the list of administrator messages changes. */
  readonly onMessages: () => void;
  /** Called when the machine's user has read a message. */
  readonly onRead: (id: CommandId) => void;
}

/** Builds the page parts without starting them; each publishes its section. */
export function buildPageParts(
  base: AgentBase,
  { raise, onReadable, openPage, onMessages, onRead }: PagePartsOptions,
): PageParts {
  const { options, system, publisher, stops, log } = base;
  const { store, allowPrivateWebhooks } = options;
  const parts: PageParts = {
    notifications: new Notifications({
      store,
      onRead,
      log,
      onChange: (list) => {
        publisher.publish({ section: 'notifications', value: [...list] });
        onMessages();
      },
    }),
    calls: new Calls({
      host: system.phone,
      checkLogin: checkSipLogin,
      onRing: raise,
      onChange: (value) => publisher.publish({ section: 'calls', value }),
      onRecord: (record) => {
        store
          .update((state) => ({ ...state, calls: [record, ...state.calls].slice(0, CALLS_KEPT) }))
          .catch((error) => log.error({ error: String(error) }, 'the call history is not kept'));
      },
      log,
    }),
    airplay: new Airplay({
      host: system.airplay,
      onChange: (value) => publisher.publish({ section: 'airplay', value }),
      onShown: raise,
      log,
    }),
    calendar: stops.use(
      new Calendar({
        onChange: (value) => publisher.publish({ section: 'calendar', value }),
        open: openPage,
        allowPrivate: allowPrivateWebhooks,
        log,
      }),
    ),
    keyboard: new Keyboard({
      store,
      onChange: (value) => publisher.publish({ section: 'keyboard', value }),
      onReadable,
      log,
    }),
    displays: new Displays({ store, log }),
    accessibility: new Accessibility({
      store,
      bootId: system.machine.bootId,
      onChange: (value) => publisher.publish({ section: 'accessibility', value }),
      language: () => store.state.language,
      onReadable,
      log,
    }),
    pings: stops.use(
      new Pings({
        probe: system.networkProbe,
        onChange: (value) => publisher.publish({ section: 'pings', value }),
      }),
    ),
  };
  // Each waits for a program to end: stop both at once.
  stops.defer(async () => void (await Promise.all([parts.calls.stop(), parts.airplay.stop()])));
  return parts;
}
