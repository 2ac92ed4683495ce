import {
  plainFingerprint,
  REFUSALS_REPORTED,
  REPORTED_NAME_MAX,
  type RefusedCertificate,
  type ReportedCertificate,
} from '@berth/contract/device/certificate';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';
import type { Entry } from './entries.ts';

export interface RefusedCertificatesOptions {
  readonly store: Store;
  /** Called when the list changed and can be reported. */
  readonly onChange: () => void;
  readonly log: Log;
}

/**
 * Certificates that prevent the profile's remote desktops from opening, for the machine's administrators. Contains only
 * hosts named in the profile: users can type any other host.
 */
export class RefusedCertificates {
  readonly #options: RefusedCertificatesOptions;

  constructor(options: RefusedCertificatesOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(): readonly ReportedCertificate[] {
    return this.#options.store.state.refusedCertificates;
  }

  refused(entry: Entry, certificate: RefusedCertificate): void {
    if (!isOwn(entry, certificate.host)) return;
    const { fingerprint, fault } = certificate;
    const known = this.list().find(({ session }) => session === entry.identity);
    // Kiosk mode retries every two seconds.
    if (known?.fingerprint === fingerprint && known.fault === fault) return;
    const reported = {
      ...certificate,
      session: entry.identity,
      subject: certificate.subject.slice(0, REPORTED_NAME_MAX),
      issuer: certificate.issuer.slice(0, REPORTED_NAME_MAX),
      seenAt: new Date().toISOString(),
    };
    this.#keep([reported, ...this.list().filter((each) => each !== known)].slice(0, REFUSALS_REPORTED));
    this.#options.onChange();
  }

  /** Call when a remote desktop shows a trusted certificate. */
  trusted(entry: Entry, host: string): void {
    if (!isOwn(entry, host)) return;
    const others = this.list().filter(({ session }) => session !== entry.identity);
    if (others.length === this.list().length) return;
    this.#keep(others);
    this.#options.onChange();
  }

  /** Call when a profile is applied: drops certificates that it trusts or whose entry is gone. A report follows. */
  follow(entries: readonly Entry[]): void {
    const standing = this.list().filter(({ session, host, fingerprint }) =>
      entries.some(
        (entry) =>
          entry.type === 'rdp' &&
          entry.identity === session &&
          entry.session.default_host === host &&
          plainFingerprint(entry.session.certificate_fingerprint) !== fingerprint,
      ),
    );
    if (standing.length < this.list().length) this.#keep(standing);
  }

  #keep(refusedCertificates: readonly ReportedCertificate[]): void {
    const { store, log } = this.#options;
    store
      .update((state) => ({ ...state, refusedCertificates: [...refusedCertificates] }))
      .catch((error) => log.error({ error: String(error) }, 'refused certificates are not kept'));
  }
}

function isOwn(entry: Entry, host: string): boolean {
  return entry.type === 'rdp' && entry.session.default_host === host;
}
