import type { OnlineStatus } from '@berth/contract/bridge/methods';
import type { ConfigureWired, ConnectWifi, NetworkState, WifiNetwork } from '@berth/contract/bridge/network';

/** The profile's network settings (spec chapter 3, system.network), resolved for this machine. */
export interface NetworkPlan {
  readonly servers: readonly string[];
  readonly searchDomains: readonly string[];
  readonly wifi:
    | { readonly mode: 'disabled' }
    /** Keeps what was configured on the machine. */
    | { readonly mode: 'system' }
    | { readonly mode: 'client' | 'hotspot'; readonly ssid: string; readonly password: string | null };
  /** Null: none. */
  readonly tunnel: TunnelPlan | null;
}

/** An OpenVPN tunnel for NetworkManager's plugin. */
export interface TunnelPlan {
  readonly data: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Contents of certificates and keys, by the key in `data` that holds their file name. */
  readonly files: Readonly<Record<string, string>>;
  readonly routes: readonly { readonly dest: string; readonly prefix: number }[];
  /** Whether all traffic goes through it. */
  readonly takesAll: boolean;
}

/** The machine's network settings. Every method rejects if there is no network service. */
export interface Network {
  state(): Promise<Omit<NetworkState, 'trialSecondsLeft'>>;
  scan(): Promise<WifiNetwork[]>;
  /** Resolves once the machine has an address in the network. A failed connection is removed. */
  connectWifi(settings: ConnectWifi): Promise<void>;
  configureWired(settings: ConfigureWired): Promise<void>;
  /**
   * Applies a plan until the next boot; null reverts the last plan. The last kept plan stays on disk: `apply` of that
   * plan, or a power failure, restores it.
   */
  apply(plan: NetworkPlan | null): Promise<void>;
  /** Stores the applied plan permanently. */
  keep(): Promise<void>;
  /** Sets the Wi-Fi regulatory domain to a country (ISO 3166) until the next boot. */
  setCountry(country: string): Promise<void>;
  /** Activates the applied plan's tunnel if it is down. */
  holdTunnel(): Promise<void>;
  /** Deletes what was set up at the machine and by profiles, passwords included. Connections of others stay. */
  forget(): Promise<void>;
  /** Whether the default gateway responds on the link; for machines that never had a cloud. */
  gatewayAnswers(): Promise<boolean>;
  /** Wakes computers in the machine's networks by their hardware addresses (Wake-on-LAN). */
  wake(macs: readonly string[]): Promise<void>;
}

export type Health = OnlineStatus['network'];

/** Measurements for the status bar's indicators, except the cloud, which is the state of the link. */
export interface NetworkProbe {
  /** Whether a link has a carrier and a default route. */
  network(): Promise<Health>;
  /** Whether an internet name resolves. */
  dns(): Promise<Health>;
  /** Whether an internet host responds. */
  internet(): Promise<Health>;
  /** Whether the clock matches the Date of the last internet response; unknown before one had it. */
  clock(): Health;
  /** Whether a host responds to a ping, or else to a connection attempt. */
  ping(host: string): Promise<Health>;
}
