import type { RefusedCertificate } from '@berth/contract/device/certificate';

/** A started program. */
export interface Running {
  readonly pid: number;
  /** Resolves when it has ended; never rejects. */
  readonly exited: Promise<Exit>;
  /** Terminates the program, by force if needed. Resolves when it has ended. */
  stop(): Promise<void>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Whether it was stopped by the agent. */
  readonly isStopped?: true;
}

/** An extension that a browser installs by policy, and its source. Changed rules have another ID. */
export interface BrowserExtension {
  readonly id: string;
  readonly updateUrl: string;
  /** The extension's only page that policies must allow. */
  readonly ownPage: string;
  /** Whether pages must not load without it. */
  readonly isRequired: boolean;
  /** The start page that leads to a URL: if the rules must apply first, a page that waits for them. */
  startPage(url: string): string;
  /** A page that reports when the rules apply, for a headless browser. */
  installation(): Installation;
}

export interface Installation {
  readonly page: string;
  readonly done: Promise<void>;
}

/** Launch options of a Chromium. Policies are Chromium's managed policies; null values are not set. */
export interface BrowserLaunch {
  /** `home` shows our page and talks to the bridge; the others show web pages and run as another user. */
  readonly kind: 'home' | 'app' | 'browser';
  /** Name of its data folder, so that a web app's logins outlive its window. */
  readonly folder: string;
  readonly className: string;
  readonly url: string;
  readonly fullscreen: boolean;
  readonly pinchToZoom: boolean;
  readonly caretBrowsing: boolean;
  readonly userAgent: string | null;
  readonly policies: Readonly<Record<string, unknown>>;
  /** Loaded before the first page. */
  readonly extension: BrowserExtension | null;
  /** Device scale factor; 1 is 96 dpi. */
  readonly scale: number;
  readonly darkTheme: boolean;
  readonly highContrast?: boolean;
}

/** What a remote desktop's certificate is checked against, besides the system's authorities; empty: not set. */
export interface RdpTrust {
  /** SHA-256, with or without colons. */
  readonly fingerprint: string;
  /** One or more PEM certificates; they replace the system's. */
  readonly authority: string;
}

/** The remote desktop's certificate is not trusted; no program was started. */
export class CertificateError extends Error {
  readonly certificate: RefusedCertificate;

  constructor(certificate: RefusedCertificate) {
    super(`The certificate of ${certificate.host} is not trusted.`);
    this.certificate = certificate;
  }
}

/** An opened remote desktop. */
export interface RunningRdp extends Running {
  /** Whether it has a trusted certificate; false: it has none. */
  readonly isTrusted: boolean;
}

/** A remote desktop. The password goes to the program's standard input, never to its arguments. */
export interface RdpLaunch {
  readonly className: string;
  readonly title: string;
  readonly host: string;
  readonly domain: string;
  readonly user: string;
  readonly password: string;
  readonly fullscreen: boolean;
  readonly multiDisplay: boolean;
  readonly smartcards: boolean;
  readonly driveHotplug: boolean;
  readonly reconnect: boolean;
  readonly trust: RdpTrust;
}
