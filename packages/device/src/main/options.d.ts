/** How an agent is started: the command line's options, else the environment's. The only reader of both. */
export interface MainOptions {
  readonly server: URL | null;
  readonly dataFolder: string;
  readonly bridgePort: number;
  readonly clientFolder: string;
  readonly screen: 'own' | 'headless' | 'joined' | 'none';
  readonly screenSize: string;
  /** Whether the home screen has the whole screen. */
  readonly fullscreen: boolean;
  /**
   * Whether orders that change the computer itself are carried out; `restart`: those to reboot and to power off are, for
   * this program in place of the computer.
   */
  readonly power: 'fake' | 'restart' | 'real';
  /** Whether network settings are made; as `power` unless it is said. */
  readonly network: 'fake' | 'real';
  readonly homeArguments: readonly string[];
  readonly internetProbe: URL;
  readonly allowPrivateWebhooks: boolean;
  readonly allowShell: boolean;
  /** Calls send a tone and play to nobody: for a computer without sound. */
  readonly phoneTone: boolean;
  readonly enrolmentCode: string | null;
  readonly productId: string | null;
  /** Prints what happens as JSON lines. */
  readonly json: boolean;
  readonly logLevel: string;
}
export declare const USAGE =
  "A machine on this computer.\n\n  --server URL         the cloud, such as http://localhost:8080 (BERTH_SERVER)\n  --enrol CODE         registers itself with an enrolment code (BERTH_ENROLMENT_CODE)\n  --product-id ID      with --enrol: makes it the smart-series machine that the product ID is for (BERTH_PRODUCT_ID)\n  --headless           its screen is in memory (Xvfb); without it, a window on DISPLAY\n  --own-screen         starts the X server of this computer's screen, as the package does\n  --kiosk              takes the whole screen of DISPLAY instead of a window\n  --no-screen          shows nothing at all\n  --screen-size WxH    of the screen in memory; 1920x1080\n  --data FOLDER        what it remembers; ./data-machine (BERTH_DEVICE_DATA)\n  --bridge-port N      where its own page is served; 8090, 0 for any free one (BERTH_BRIDGE_PORT)\n  --client FOLDER      the built client\n  --power restart|fake|real  what reboot and power-off do: start this program again or end it, nothing, or what they\n                       say; only with real do updates and network settings happen to this computer, too; restart\n  --network fake|real  network settings alone\n  --allow-shell        administrators may run commands on this computer\n  --home-args \"ARGS\"   more arguments for the home screen's browser (BERTH_HOME_BROWSER_ARGS)\n  --internet-probe URL what stands for the internet (BERTH_INTERNET_PROBE)\n  --allow-private-webhooks   buttons and the calendar may call addresses of the machine's own network\n  --phone-tone         calls send a tone instead of the microphone's sound\n  --json               prints what happens as JSON lines\n";
/** Throws with a message for people when an option is unknown or wrong. */
export declare function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): MainOptions | 'help';
