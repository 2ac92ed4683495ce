import type { MachineConfig } from '@berth/contract/bridge/methods';
import { Installer } from '../features/installer/installer.ts';
import { machineConfig } from '../features/machine/config.ts';
import { StatusWatch } from '../features/machine/status-watch.ts';
import { WantedVersion } from '../features/machine/wanted-version.ts';
import { RadioRules } from '../features/network/radio-rules.ts';
import { NetworkTrial } from '../features/network/trial.ts';
import { TunnelWatch } from '../features/network/tunnel-watch.ts';
import { TimeZone } from '../features/time-zone/time-zone.ts';
import type { AgentBase } from './base.ts';
import { releaseChannel } from './cloud.ts';

/** The parts for the machine's status, networks, and time zone. */
export interface MachineParts {
  readonly status: StatusWatch;
  readonly networkTrial: NetworkTrial;
  readonly radioRules: RadioRules;
  readonly tunnelWatch: TunnelWatch;
  readonly timeZone: TimeZone;
  readonly wantedVersion: WantedVersion;
  /** Installs Berth OS from its stick. */
  readonly installer: Installer;
  /** The machine config that the page reads. */
  readonly config: () => MachineConfig;
  /** Sends the machine config to the page. */
  readonly publishConfig: () => void;
}

/**
 * Builds the machine parts without starting them.
 * @param reachesCloud Resolves once the cloud has replied over the current network.
 * @param register Registers the machine with its code, which waits while Berth OS could be installed.
 */
export function buildMachineParts(
  base: AgentBase,
  reachesCloud: () => Promise<void>,
  register: () => void,
): MachineParts {
  const { options, system, publisher, stops, log, report } = base;
  const { identity, store, cloud } = options;
  const { clock, machine, network } = system;
  const config = () =>
    machineConfig(identity.id, store.state, {
      releaseChannel: releaseChannel(options),
      timeZone: clock.zone(),
      enrolling: base.enrolling(),
    });
  const publishConfig = () => publisher.publish({ section: 'machine-config', value: config() });
  const status = stops.use(
    new StatusWatch(machine, (value) => {
      publisher.publish({ section: 'machine-status', value });
      if (value.status === 'reboot-needed') base.writeLog('SERVICINGD_REBOOT_NEEDED', '');
      report();
    }),
  );
  return {
    status,
    wantedVersion: stops.use(
      new WantedVersion({
        image: system.image,
        updates: system.updates,
        reboot: () => system.power.reboot(),
        setUpdating: (doing) => status.setUpdating(doing),
        onChange: report,
        log,
      }),
    ),
    installer: new Installer({
      port: system.installer,
      plan: options.installPlan,
      isTaken: () => store.state.desired !== null || base.user()?.provider !== 'automatic',
      powerOff: () => system.power.powerOff(),
      onDeclined: () => {
        publishConfig();
        register();
      },
      log,
    }),
    networkTrial: stops.use(new NetworkTrial({ store, network, reachesCloud, hadCloud: () => cloud !== null, log })),
    radioRules: stops.use(new RadioRules(network, log)),
    tunnelWatch: stops.use(new TunnelWatch(network, () => Boolean(store.state.network.kept?.tunnel), log)),
    timeZone: new TimeZone({
      clock,
      log,
      onChange: () => {
        publishConfig();
        report();
      },
    }),
    config,
    publishConfig,
  };
}
