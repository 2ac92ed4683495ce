import type { CommandId } from '@berth/contract/ids';
import { Airplay } from '../features/airplay/airplay.ts';
import type { ButtonPresses } from '../features/buttons/presses.ts';
import { Calendar } from '../features/calendar/calendar.ts';
import type { Calls } from '../features/calls/calls.ts';
import type { Commands } from '../features/commands/commands.ts';
import type { ContentFilter } from '../features/content-filter/content-filter.ts';
import type { Home } from '../features/home/home.ts';
import { Keyboard } from '../features/keyboard/keyboard.ts';
import type { LiveView } from '../features/live-view/live-view.ts';
import type { Administrators } from '../features/login/administrators.ts';
import type { Passwords } from '../features/login/passwords.ts';
import type { SettingsAccess } from '../features/login/settings-access.ts';
import type { StatusWatch } from '../features/machine/status-watch.ts';
import type { RadioRules } from '../features/network/radio-rules.ts';
import type { NetworkTrial } from '../features/network/trial.ts';
import type { TunnelWatch } from '../features/network/tunnel-watch.ts';
import type { MessageNotice } from '../features/notifications/message-notice.ts';
import { Notifications } from '../features/notifications/notifications.ts';
import type { Online } from '../features/online/online.ts';
import { Pings } from '../features/pings/pings.ts';
import type { RemoteControl } from '../features/remote-control/remote-control.ts';
import type { Sessions } from '../features/session/sessions.ts';
import type { TimeZone } from '../features/time-zone/time-zone.ts';
import type { Link } from '../link/link.ts';
import type { System } from '../system/ports.ts';
import type { DesiredState } from './desired.ts';
import type { KioskScreensaver } from './kiosk-screensaver.ts';
import type { Logins } from './logins.ts';
import type { AgentOptions } from './options.ts';
import { phoneCalls } from './phone.ts';
import type { ProfileFollower } from './profile-follower.ts';
import type { Publisher } from './publisher.ts';
import type { Refresh } from './refresh.ts';
import type { SessionRestore } from './session-restore.ts';

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

/** Everything that runs in an agent. */
export interface Parts extends PageParts {
  readonly link: Link;
  readonly desired: DesiredState;
  readonly follower: ProfileFollower;
  readonly refresh: Refresh;
  readonly commands: Commands;
  readonly presses: ButtonPresses;
  readonly sessions: Sessions;
  readonly restore: SessionRestore;
  readonly filter: ContentFilter | null;
  readonly home: Home;
  readonly online: Online;
  readonly status: StatusWatch;
  readonly networkTrial: NetworkTrial;
  readonly radioRules: RadioRules;
  readonly tunnelWatch: TunnelWatch;
  readonly timeZone: TimeZone;
  readonly logins: Logins;
  readonly settingsAccess: SettingsAccess;
  readonly administrators: Administrators;
  readonly administratorPasswords: Passwords;
  readonly messageNotice: MessageNotice;
  readonly kioskScreensaver: KioskScreensaver;
  readonly remote: RemoteControl;
  readonly liveView: LiveView;
  /** Makes everything as the profile says again, such as a kiosk that an emergency has covered. */
  readonly follow: () => void;
}
