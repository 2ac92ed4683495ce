import type { Commands } from '../features/commands/commands.ts';
import type { Home } from '../features/home/home.ts';
import type { StatusWatch } from '../features/machine/status-watch.ts';
import type { NetworkTrial } from '../features/network/trial.ts';
import type { Notifications } from '../features/notifications/notifications.ts';
import type { Online } from '../features/online/online.ts';
import type { Sessions } from '../features/session/sessions.ts';
import type { Link } from '../link/link.ts';

/** The running parts of an agent, for the files that compose them. */
export interface Parts {
  readonly link: Link;
  readonly commands: Commands;
  readonly sessions: Sessions;
  readonly home: Home;
  readonly online: Online;
  readonly status: StatusWatch;
  readonly notifications: Notifications;
  readonly networkTrial: NetworkTrial;
}
