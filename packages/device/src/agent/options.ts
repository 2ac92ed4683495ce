import type { CommandType } from '@berth/contract/rules/commands';
import type { InstallPlan } from '../features/installer/installer.ts';
import type { CloudConfig } from '../link/cloud-config.ts';
import type { CloudConnect } from '../link/connection.ts';
import type { LinkState } from '../link/link.ts';
import type { Identity } from '../state/identity.ts';
import type { Store } from '../state/store.ts';
import type { Log } from '../system/log.ts';

export interface AgentOptions {
  readonly identity: Identity;
  readonly store: Store;
  /** Null: no cloud is configured, the machine uses its stored state. */
  readonly cloud: {
    readonly server: URL;
    readonly config: CloudConfig;
    /** Opens connections instead of the default network, for simulations. */
    readonly connect?: CloudConnect | undefined;
  } | null;
  /** Null: no session page. */
  readonly bridge: { readonly port: number; readonly clientFolder: string } | null;
  /** Whether the home screen is full screen, not a window on an existing desktop. */
  readonly fullscreen: boolean;
  /** Registers the machine unattended. */
  readonly enrollmentCode: string | null;
  /** Registers the machine as a smart-series machine. */
  readonly productId: string | null;
  /** Folder for data that can be fetched again; null: no cache. */
  readonly cacheFolder: string | null;
  /** Folder of the whiteboards; null: no whiteboards. */
  readonly boardsFolder: string | null;
  /** What berth.conf says about installing Berth OS from its stick; null: a person decides. */
  readonly installPlan: InstallPlan | null;
  readonly version: string;
  /** Whether buttons may call addresses in the machine's own network. */
  readonly allowPrivateWebhooks: boolean;
  readonly onEvent: (event: AgentEvent) => void;
  /** Called when the user closes the home screen's window on an existing desktop. */
  readonly onHomeClosed: () => void;
  /** Wipes the machine's state and restarts the agent. */
  readonly onFactoryReset: () => void;
  readonly log: Log;
  /** The newest lines of the log. */
  readonly recentLog: () => readonly string[];
}

/** Events of the agent, for tests, benchmarks, and the simulator. */
export type AgentEvent =
  | { readonly event: 'bridge'; readonly url: string }
  | { readonly event: 'display'; readonly name: string; readonly pid: number | null }
  | { readonly event: 'link'; readonly state: LinkState }
  | { readonly event: 'applied'; readonly profileId: string | null; readonly revision: number | null }
  | { readonly event: 'command'; readonly type: CommandType }
  /** The command starts; it never runs again. */
  | { readonly event: 'ran'; readonly id: string; readonly type: CommandType }
  | { readonly event: 'power'; readonly order: 'reboot' | 'power-off' | 'suspend' }
  | { readonly event: 'factory-reset' };
