import { X509Certificate } from 'node:crypto';
import { isAppAllowed, REQUIRED_DEPLOYMENTS } from '@berth/contract/apps/usable';
import { pemCertificates } from '@berth/contract/device/certificate';
import type { Fault } from '@berth/contract/errors';
import type { Deployment } from '@berth/contract/limits';
import { checkValue } from '@berth/contract/profile/check';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { openVpnFaults } from '@berth/contract/profile/openvpn';
import { PATTERNS } from '@berth/contract/profile/patterns';
import { pointerKeys } from '@berth/contract/profile/pointer';
import { isTimeZone } from '@berth/contract/rules/time-zones';
import { ApiError } from '../../../http/api-error.ts';
import { compileSchema } from '../../../platform/schema.ts';
import { lostSecrets } from '../../../platform/settings-document.ts';
import { keepPictures } from './pictures.ts';

const validate = compileSchema(ProfileDefinition);

/**
 * The definition with its defaults filled in. Throws 'invalid-profile' with every fault by its path (spec chapter 5).
 * Secrets are in clear here: their rules are about what a person typed.
 */
export function checkDefinition(candidate: unknown): ProfileDefinition {
  const { value, faults } = check(candidate);
  if (faults.length > 0) throw new ApiError('invalid-profile', 'The profile is not valid.', faults);
  return value;
}

/** A saved definition with the defaults of what has been added to the schema since. */
export function withDefaults(saved: unknown): ProfileDefinition {
  return check(saved).value;
}

/** All that is wrong with a definition, by path in it. */
export function definitionFaults(candidate: unknown): readonly Fault[] {
  return check(candidate).faults;
}

function check(candidate: unknown): { readonly value: ProfileDefinition; readonly faults: readonly Fault[] } {
  const { value, faults } = checkValue(ProfileDefinition, candidate, validate);
  const lost = [
    ...lostSecrets(ProfileDefinition, candidate),
    ...tunnelFaults(value),
    ...zoneFaults(value),
    ...authorityFaults(value),
  ];
  if (faults.length > 0) return { value: value as ProfileDefinition, faults: [...faults, ...lost] };
  const pictures = keepPictures(value);
  return { value: pictures.value as ProfileDefinition, faults: [...pictures.faults, ...lost] };
}

/**
 * Throws 'invalid-profile' for apps that are turned on though the profile's variant does not allow them. What was on before
 * stays as it is: it can only be turned off.
 */
export function requireAllowedApps(
  definition: ProfileDefinition,
  deployment: Deployment,
  before: readonly string[] = [],
): void {
  const faults = definition.thinhoc.apps.enabled.flatMap((app, index) =>
    isAppAllowed(app, deployment) || before.includes(app)
      ? []
      : [
          {
            path: `/thinhoc/apps/enabled/${index}`,
            rule: 'deployment',
            message: `${app} needs machines of the variant ${REQUIRED_DEPLOYMENTS[app]}`,
          },
        ],
  );
  if (faults.length > 0) throw new ApiError('invalid-profile', 'The profile is not valid.', faults);
}

const TUNNEL = '/system/network/vpn/openvpn/config';

// What no machine follows is told to whoever writes it, line by line, and not only to whoever looks at the machine.
function tunnelFaults(value: unknown): readonly Fault[] {
  const config = at(value, TUNNEL);
  return typeof config === 'string' ? openVpnFaults(config, TUNNEL) : [];
}

const ZONE = '/system/clock/time_zone';
const ZONE_PATTERN = new RegExp(PATTERNS['time-zone']);

// A name of the right form that is no zone's.
function zoneFaults(value: unknown): readonly Fault[] {
  const zone = at(value, ZONE);
  if (typeof zone !== 'string' || !ZONE_PATTERN.test(zone) || isTimeZone(zone)) return [];
  return [{ path: ZONE, rule: 'pattern', message: `There is no time zone ${zone}` }];
}

const REMOTE_DESKTOPS = '/thinhoc/sessions/rdp';

// Of the right form, and nothing that a machine could read: its remote desktop would not open.
function authorityFaults(value: unknown): readonly Fault[] {
  const sessions = at(value, REMOTE_DESKTOPS);
  return (Array.isArray(sessions) ? sessions : []).flatMap((session: unknown, index) => {
    const authority = at(session, '/certificate_authority');
    if (typeof authority !== 'string' || pemCertificates(authority).every(isCertificate)) return [];
    const path = `${REMOTE_DESKTOPS}/${index}/certificate_authority`;
    return [{ path, rule: 'pattern', message: 'A certificate in PEM format is needed.' }];
  });
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== null;
  } catch {
    return false;
  }
}

function at(value: unknown, pointer: string): unknown {
  return pointerKeys(pointer).reduce<unknown>((inner, key) => Object(inner)[key], value);
}
