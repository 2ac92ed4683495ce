import type { OnlineStatus } from '@berth/contract/bridge/methods';
import type { ConfigureWired, ConnectWifi, NetworkState, WifiNetwork } from '@berth/contract/bridge/network';

/** The profile's network settings (spec chapter 3, system.network), resolved for this machine. */
export interface NetworkPlan {
  readonly servers: readonly string[];
  readonly searchDomains: readonly string[];
  readonly wifi:
    | { readonly mode: 'disabled' }
    /** What was set up on the machine. */
    | { readonly mode: 'system' }
    | { readonly mode: 'client' | 'hotspot'; readonly ssid: string; readonly password: string | null };
  /** Null: none. */
  readonly tunnel: TunnelPlan | null;
}

/** An OpenVPN tunnel as NetworkManager's plugin for it takes it. */
export interface TunnelPlan {
  readonly data: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Certificates and keys, by the name in `data` that is to name their file. */
  readonly files: Readonly<Record<string, string>>;
  readonly routes: readonly { readonly dest: string; readonly prefix: number }[];
  /** Whether all traffic goes through it. */
  readonly takesAll: boolean;
}

/** Sets the machine's network. Every method rejects where there is nothing to set it with. */
export interface Network {
  state(): Promise<Omit<NetworkState, 'trialSecondsLeft'>>;
  scan(): Promise<WifiNetwork[]>;
  /** Resolves once the machine has an address there. What failed is removed again. */
  connectWifi(settings: ConnectWifi): Promise<void>;
  configureWired(settings: ConfigureWired): Promise<void>;
  /**
   * Makes a plan hold until the next boot at the most; null takes the last one away. What was kept before stays on the
   * disk and is restored by `apply` of that plan, or by a power failure.
   */
  apply(plan: NetworkPlan | null): Promise<void>;
  /** Makes the applied plan last. */
  keep(): Promise<void>;
  /** Makes the Wi-Fi radio follow a country's rules (ISO 3166) until the next boot. */
  setCountry(country: string): Promise<void>;
  /** Brings the applied plan's tunnel up when it is down. */
  holdTunnel(): Promise<void>;
  /** Whether the default gateway answers on the link: for machines that never had a cloud. */
  gatewayAnswers(): Promise<boolean>;
}

export type Health = OnlineStatus['network'];

/** What the status bar's indicators show, as far as the machine measures it itself; the cloud is its link's state. */
export interface NetworkProbe {
  /** A link with a carrier and a route beyond it. */
  network(): Promise<Health>;
  /** A name of the internet resolves. */
  dns(): Promise<Health>;
  /** A host of the internet answers. */
  internet(): Promise<Health>;
  /** Whether the clock agreed with the last such answer; unknown while none told the time. */
  clock(): Health;
  /** A host by name or address answers: an echo, or else a connection. */
  ping(host: string): Promise<Health>;
}
