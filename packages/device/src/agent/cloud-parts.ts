import { shortId } from '@berth/contract/rules/names';
import { ButtonPresses } from '../features/buttons/presses.ts';
import { Commands } from '../features/commands/commands.ts';
import { debugText, uploadDebugFile } from '../features/debug-file/debug-file.ts';
import type { Logs } from '../features/logs/logs.ts';
import { ReadReceipts } from '../features/notifications/read-receipts.ts';
import { Online } from '../features/online/online.ts';
import { Link } from '../link/link.ts';
import { enroll, giveRecoveryKey } from '../link/registration.ts';
import { followAuditHead } from './audit-heads.ts';
import { type AgentBase, requireCloud } from './base.ts';
import { apiBase, Enrollment } from './cloud.ts';
import { type DesiredState, Refresh } from './desired.ts';
import type { MachineParts } from './machine-parts.ts';
import type { PageParts } from './page-parts.ts';
import { RecoveryKeyHandover } from './recovery-key.ts';
import type { RemoteParts } from './remote-parts.ts';
import { currentReport, isReached, Reports } from './reports.ts';
import type { ScreenParts } from './screen-parts.ts';

/** The parts that communicate with the cloud. */
export interface CloudParts {
  readonly link: Link;
  readonly enrollment: Enrollment;
  readonly online: Online;
  readonly commands: Commands;
  readonly presses: ButtonPresses;
  readonly receipts: ReadReceipts;
  readonly reports: Reports;
  readonly refresh: Refresh;
}

/** The parts that the cloud reads from or controls. */
interface Reached extends MachineParts, PageParts, RemoteParts, ScreenParts {
  readonly desired: DesiredState;
  readonly logs: Logs;
}

/** Builds the cloud parts without starting them. */
export function buildCloudParts(base: AgentBase, parts: Reached): CloudParts {
  const { options, publisher, system, stops, log } = base;
  const { store } = options;
  const { send } = base;
  const receipts = new ReadReceipts({ store, log, send });
  const presses = new ButtonPresses(send);
  const commands = buildCommands(base, parts, presses);
  const reports = new Reports(
    () => currentReport(base, parts),
    () => link,
  );
  const refresh = new Refresh(() => link.reconnect());
  const online = new Online({
    probe: system.networkProbe,
    cloud: () => (link.state === 'connecting' ? 'unknown' : isReached(link.state) ? 'ok' : 'error'),
    onChange: (value) => publisher.publish({ section: 'online-status', value }),
  });
  const enrollment = new Enrollment({
    code: options.cloud && options.enrollmentCode,
    isHeld: () => parts.installer.state !== null,
    enroll: (code) =>
      enroll(apiBase(options) ?? '', options.identity, { code, productId: options.productId ?? undefined }),
    onEnrolled: () => link.reconnect(),
    onRefused: () => parts.publishConfig(),
    log,
  });
  const recoveryKey = new RecoveryKeyHandover({
    image: system.image,
    store,
    send: (key) => giveRecoveryKey(apiBase(options) ?? '', options.identity, key),
    log,
  });
  stops.use(recoveryKey);
  const own = { enrollment, online, commands, presses, receipts, reports, refresh };
  const link = buildLink(base, parts, own, recoveryKey);
  stops.use(online);
  stops.use(link);
  stops.use(presses);
  return { link, ...own };
}

function buildCommands(base: AgentBase, parts: Reached, presses: ButtonPresses): Commands {
  const { options, system, desktop, log, writeLog } = base;
  const { identity, store, version } = options;
  const { machine } = system;
  const { home, sessions, status, wantedVersion, remote, notifications } = parts;
  return new Commands({
    store,
    bootId: machine.bootId,
    context: {
      system,
      desktop,
      writeLog,
      addMessage: (...message) => notifications.add(...message),
      duringPress: (press, run) => presses.during(press, run),
      wantedVersion: () => wantedVersion.version,
      setUpdating: (doing) => status.setUpdating(doing),
      onFactoryReset: options.onFactoryReset,
      showHome: async () => {
        // In kiosk mode there is no home screen yet.
        sessions.giveWay();
        await home.setHidden(false);
        await home.raise();
      },
      startRemote: async (payload) => remote.start(payload, requireCloud(options).server),
      uploadDebugFile: async (path, token) => {
        const { server } = requireCloud(options);
        const facts = { id: identity.id, version, uptime: machine.uptime(), hardware: machine.hardware() };
        const text = debugText(store.state, { ...facts, sessions: sessions.list() }, options.recentLog());
        await uploadDebugFile(new URL(path, server), token, `${shortId(identity.id)}.txt`, text);
      },
    },
    send: base.send,
    onRun: ({ id, command }) => options.onEvent({ event: 'ran', id, type: command }),
    log,
  });
}

function buildLink(
  base: AgentBase,
  { desired, liveView, logs }: Reached,
  parts: Omit<CloudParts, 'link'>,
  recoveryKey: RecoveryKeyHandover,
): Link {
  const { options, log, send } = base;
  const { identity, store, cloud, onEvent } = options;
  const { enrollment, online, commands, presses, receipts, reports, refresh } = parts;
  const link = new Link({
    gateway: async () => (await requireCloud(options).config.load()).gateway,
    connect: cloud?.connect,
    identity,
    reported: () => reports.first(),
    onAuditHead: followAuditHead({
      store,
      show: (heads) => send({ type: 'audit-heads', heads: [...heads] }),
      log,
    }),
    onDesired: (next) => {
      refresh.arrived();
      desired
        .receive(next)
        .catch((error: unknown) => log.error({ error: String(error) }, 'the desired state is not applied'));
      void recoveryKey.handOver(next.organizationId);
    },
    onUnregistered: () => {
      void desired.forget();
      void enrollment.tryOnce();
    },
    onCommand: (message) => {
      onEvent({ event: 'command', type: message.command });
      commands.receive(message).catch((error) => log.error({ error: String(error) }, 'command not kept'));
    },
    onPressRefused: (refusal) => presses.refused(refusal),
    onFrameRequest: () => void liveView.capture().then((frame) => send({ type: 'picture', ...frame })),
    onWakeOthers: (macs) => void base.system.network.wake(macs),
    onState: (state) => {
      onEvent({ event: 'link', state });
      online.cloudChanged();
      if (state === 'online') {
        commands.resend();
        receipts.flush();
        logs.flush();
      } else {
        // The connection may have ended because the gateway moved.
        cloud?.config.forget();
      }
    },
    log,
  });
  return link;
}
