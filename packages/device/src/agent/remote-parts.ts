import { LiveView } from '../features/live-view/live-view.ts';
import { MessageNotice } from '../features/notifications/message-notice.ts';
import type { Notifications } from '../features/notifications/notifications.ts';
import { RemoteControl } from '../features/remote-control/remote-control.ts';
import type { Desktop } from '../system/ports/desktop.ts';
import type { AgentBase } from './base.ts';
import { MESSAGE_NOTICE, openNoticeWindow, REMOTE_NOTICE } from './notice-window.ts';
import { isWarned } from './reports.ts';
import type { ScreenParts } from './screen-parts.ts';

/** Remote features for administrators: messages, live view, and remote control. */
export interface RemoteParts {
  readonly messageNotice: MessageNotice;
  readonly remote: RemoteControl;
  readonly liveView: LiveView;
}

/** Builds the remote parts without starting them. */
export function buildRemoteParts(
  base: AgentBase,
  { home }: Pick<ScreenParts, 'home'>,
  notifications: Notifications,
): RemoteParts {
  const { options, system, publisher, stops, log, desktop, applied, isUsed } = base;
  const { identity, store } = options;
  const openNotice = (shown: Desktop, notice: typeof REMOTE_NOTICE | typeof MESSAGE_NOTICE) => {
    const scale = applied()?.definition.thinhoc.customization.scaling_factors.ui_scaling_factor ?? 1;
    return openNoticeWindow(shown, notice, publisher.url, store.state.language, scale);
  };
  const messageNotice = new MessageNotice({
    desktop,
    log,
    // The home screen shows emergencies; kiosk mode has none after a restart.
    unread: () => notifications.list().find(({ emergency }) => !emergency || home.isHidden)?.id,
    isUsed,
    open: (shown) => openNotice(shown, MESSAGE_NOTICE),
    onRead: (id) => notifications.dismiss(id),
  });
  const remote = new RemoteControl({
    identity,
    desktop,
    log,
    shell: system.shell,
    consent: () => applied()?.definition.system.remote.consent ?? 'ask',
    openNotice: (shown) => openNotice(shown, REMOTE_NOTICE),
    onChange: (value) => publisher.publish({ section: 'remote', value }),
  });
  const liveView = new LiveView({
    desktop: () => desktop() ?? system.screen,
    store,
    log,
    isEnabled: () => applied()?.definition.system.remote.live_view ?? false,
    isPrivate: () => !isUsed() || !isWarned(applied()),
    onChange: (value) => publisher.publish({ section: 'live-view', value }),
  });
  stops.use(liveView);
  stops.defer(() => remote.end());
  stops.use(messageNotice);
  return { messageNotice, remote, liveView };
}
