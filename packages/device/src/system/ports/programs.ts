import type { RefusedCertificate } from '@berth/contract/device/certificate';

/** A program that was started. */
export interface Running {
  readonly pid: number;
  /** Resolves when it has ended; never rejects. */
  readonly exited: Promise<Exit>;
  /** Asks it to end, then makes it. Resolves when it has ended. */
  stop(): Promise<void>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** An extension that a browser installs by policy, and where it gets it. Other rules have another id. */
export interface BrowserExtension {
  readonly id: string;
  readonly updateUrl: string;
  /** Its page for the user, which policies have to allow; none of its other files. */
  readonly ownPage: string;
  /** Whether no page may load without it. */
  readonly isRequired: boolean;
  /** Where the browser begins to get to an address: a page that waits for the rules, if they have to hold before. */
  startPage(url: string): string;
  /** A page that reports when they apply, for a headless browser. */
  installation(): Installation;
}

export interface Installation {
  readonly page: string;
  readonly done: Promise<void>;
}

/** One Chromium. Policies are those of its managed-policy list; null values are left to Chromium. */
export interface BrowserLaunch {
  /** home is ours and talks to the bridge; the others show strangers' pages and run as another user. */
  readonly kind: 'home' | 'app' | 'browser';
  /** Names its data folder, so that logins of a web app outlive its window. */
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
  /** Scale of everything on the page; 1 is 96 dpi. */
  readonly scale: number;
  readonly darkTheme: boolean;
  readonly highContrast?: boolean;
}

/** By what a remote desktop's certificate is trusted beside the system's authorities; empty: not set. */
export interface RdpTrust {
  /** SHA-256, with or without colons. */
  readonly fingerprint: string;
  /** One or more certificates in PEM; they take the place of the system's. */
  readonly authority: string;
}

/** The remote desktop shows a certificate that is not trusted: nothing was started. */
export class CertificateError extends Error {
  readonly certificate: RefusedCertificate;

  constructor(certificate: RefusedCertificate) {
    super(`The certificate of ${certificate.host} is not trusted.`);
    this.certificate = certificate;
  }
}

/** A remote desktop that was opened. */
export interface RunningRdp extends Running {
  /** It showed a certificate, which is trusted; false where it showed none. */
  readonly isTrusted: boolean;
}

/** One remote desktop. The password goes to the program's standard input, never to its arguments. */
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
