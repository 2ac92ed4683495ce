import type { CommandType } from '@berth/contract/rules/commands';
import type { CloudConfig } from '../link/cloud-config.ts';
import type { CloudConnect } from '../link/connection.ts';
import type { LinkState } from '../link/link.ts';
import type { Identity } from '../state/identity.ts';
import type { Store } from '../state/store.ts';
import type { Log } from '../system/log.ts';

export interface AgentOptions {
  readonly identity: Identity;
  readonly store: Store;
  /** Null: no cloud is configured, the machine lives on what it knows. */
  readonly cloud: {
    readonly server: URL;
    readonly config: CloudConfig;
    /** Over another way than the network's own. */
    readonly connect?: CloudConnect | undefined;
  } | null;
  /** Null: nobody looks at this machine. */
  readonly bridge: { readonly port: number; readonly clientFolder: string } | null;
  /** Whether the home screen fills the screen, or is a window on somebody's desktop. */
  readonly fullscreen: boolean;
  /** Registers the machine without a person at it. */
  readonly enrollmentCode: string | null;
  /** Makes the machine that registers with the code a smart-series one. */
  readonly productId: string | null;
  /** For what can be fetched again; null where nothing is kept. */
  readonly cacheFolder: string | null;
  /** Where people's whiteboards are kept; null where nobody draws. */
  readonly boardsFolder: string | null;
  readonly version: string;
  /** Whether buttons may call addresses of the machine's own network. */
  readonly allowPrivateWebhooks: boolean;
  readonly onEvent: (event: AgentEvent) => void;
  /** The window of the home screen was closed on somebody's desktop. */
  readonly onHomeClosed: () => void;
  /** Everything of this machine is to be wiped, and the agent started anew. */
  readonly onFactoryReset: () => void;
  readonly log: Log;
  /** The newest lines of the log. */
  readonly recentLog: () => readonly string[];
}

/** What happens on the machine, for whoever drives it from outside: journeys, benchmarks, simulations. */
export type AgentEvent =
  | { readonly event: 'bridge'; readonly url: string }
  | { readonly event: 'display'; readonly name: string; readonly pid: number | null }
  | { readonly event: 'link'; readonly state: LinkState }
  | { readonly event: 'applied'; readonly profileId: string | null; readonly revision: number | null }
  | { readonly event: 'command'; readonly type: CommandType }
  /** It is run now, for the first and last time. */
  | { readonly event: 'ran'; readonly id: string; readonly type: CommandType }
  | { readonly event: 'power'; readonly order: 'reboot' | 'power-off' | 'suspend' }
  | { readonly event: 'factory-reset' };
