import { APPLY_ERROR_MAX, type Desired, LOGGED_IN_MAX, type Reported } from '@berth/contract/device/messages';
import { kioskReference } from '@berth/contract/profile/entries';
import type { StatusWatch } from '../features/machine/status-watch.ts';
import type { WantedVersion } from '../features/machine/wanted-version.ts';
import { tunnelError } from '../features/network/plan.ts';
import type { AppliedProfile } from '../features/profile/applied-profile.ts';
import type { RefusedCertificates } from '../features/session/refused-certificates.ts';
import type { Link, LinkState } from '../link/link.ts';
import { contextFaults } from '../state/schema.ts';
import type { Hardware } from '../system/ports/machine.ts';
import type { AgentBase } from './base.ts';

/** Reports what the machine shows to the cloud, in full and only on change (contract, Reported). */
export class Reports {
  readonly #current: () => Reported;
  readonly #link: () => Link;
  #sent = '';

  constructor(current: () => Reported, link: () => Link) {
    this.#current = current;
    this.#link = link;
  }

  /** The report in the authentication message; counts as sent. */
  first(): Reported {
    const reported = this.#current();
    this.#sent = keyOf(reported);
    return reported;
  }

  send(): void {
    const reported = this.#current();
    const key = keyOf(reported);
    if (key === this.#sent) return;
    if (this.#link().send({ type: 'report', reported })) this.#sent = key;
  }
}

// Uptime alone is no reason to report.
function keyOf({ uptime: _, ...rest }: Reported): string {
  return JSON.stringify(rest);
}

/** Whether the cloud replies, even if the machine is not registered. */
export function isReached(state: LinkState): boolean {
  return state === 'online' || state === 'unregistered' || state === 'replaced';
}

/** Whether the status bar shows the live view to the user, or the machine is unattended. */
export function isWarned(applied: AppliedProfile | null): boolean {
  if (!applied) return false;
  const { thinhoc, system } = applied.definition;
  const hasBar = !kioskReference(applied.definition) && !thinhoc.customization.disable_status_bar;
  return hasBar || system.remote.consent === 'unattended';
}

/** The report of the machine's current state. */
export function currentReport(
  { options, system, applied, user }: Pick<AgentBase, 'options' | 'system' | 'applied' | 'user'>,
  parts: {
    readonly status: StatusWatch;
    readonly certificates: RefusedCertificates;
    readonly wantedVersion: WantedVersion;
  },
): Reported {
  const { machine, clock } = system;
  const { status, certificates, wantedVersion } = parts;
  const profile = applied();
  const refused = certificates.list();
  const person = user()?.name.slice(0, LOGGED_IN_MAX);
  return {
    appliedProfileId: profile?.id ?? null,
    appliedRevision: profile?.revision ?? null,
    ...(profile?.digest && { appliedDigest: profile.digest }),
    applyError: applyErrorOf(profile, options.store.state.desired, wantedVersion.failure),
    status: status.current.status,
    uptime: machine.uptime(),
    agentVersion: options.version,
    timeZone: clock.zone(),
    hardware: withWanted(machine.hardware(), wantedVersion),
    ...(person && { loggedIn: person }),
    ...(refused.length > 0 && { refusedCertificates: [...refused] }),
  };
}

/** Adds the Berth OS version that the profile names. */
function withWanted(hardware: Hardware, { version: named, state: wanted }: WantedVersion): Hardware {
  const { system } = hardware;
  if (system?.kind !== 'image' || named === undefined) return hardware;
  return { ...hardware, system: { ...system, named, ...(wanted && { wanted }) } };
}

/** The parts of the profile and the machine's own settings that this machine does not apply; null if there are none. */
function applyErrorOf(
  applied: AppliedProfile | null,
  desired: Desired | null,
  versionFailure: string | null,
): string | null {
  if (!applied) return null;
  const faults = [applied.faults, desired && contextFaults(desired), tunnelError(applied.definition), versionFailure];
  const parts = faults.filter((each) => each !== null);
  return parts.length > 0 ? parts.join('; ').slice(0, APPLY_ERROR_MAX) : null;
}
