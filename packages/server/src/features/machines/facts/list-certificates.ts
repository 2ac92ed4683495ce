import { listMachineCertificates, type MachineCertificate } from '@berth/contract/api/machines';
import { plainFingerprint, type ReportedCertificate, readableName } from '@berth/contract/device/certificate';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { openableSessions } from '@berth/contract/profile/openable';
import { type Route, route } from '../../../http/route.ts';
import type { MachineDeps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { findCertificates } from '../facts.ts';

export function listMachineCertificatesRoute({ readDefinition }: MachineDeps): Route {
  return route(listMachineCertificates, async ({ params, tx, organizationId }) => {
    const found = await findCertificates(tx, { organizationId, machineId: params.id });
    if (!found) throw notFound();
    const { profile, reported } = found;
    if (!profile || reported.length === 0) return none;
    const definition = await readDefinition(tx, { organizationId, profileId: profile.profileId }, profile.revision);
    return definition ? certificatesOf(definition, reported).map((each) => ({ ...profile, ...each })) : none;
  });
}

const none: MachineCertificate[] = [];

type Found = Omit<MachineCertificate, 'profileId' | 'profileName' | 'revision'>;

/**
 * What counts of a machine's report: one certificate for each remote desktop that the profile has, of the computer that it
 * has, and none that it trusts already. Anything else is not the machine's to say.
 */
function certificatesOf(definition: ProfileDefinition, reported: readonly ReportedCertificate[]): Found[] {
  return openableSessions(definition).flatMap(({ type, session, index, identity }) => {
    if (type !== 'rdp') return [];
    const found = reported.find((each) => each.session === identity && each.host === session.default_host);
    if (!found || found.fingerprint === plainFingerprint(session.certificate_fingerprint)) return [];
    const { session: _, subject, issuer, ...facts } = found;
    const names = { subject: readableName(subject), issuer: readableName(issuer) };
    return [{ ...facts, ...names, index, displayName: session.display_name }];
  });
}
