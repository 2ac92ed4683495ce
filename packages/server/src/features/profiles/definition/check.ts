import { X509Certificate } from 'node:crypto';
import { isAppAllowed, REQUIRED_DEPLOYMENTS } from '@berth/contract/apps/usable';
import type { Fault } from '@berth/contract/errors';
import { type Deployment, PICTURE_MEGAPIXELS_MAX, PICTURE_SIDE_MAX } from '@berth/contract/limits';
import { checkValue } from '@berth/contract/profile/check';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { faultsOf } from '@berth/contract/profile/faults';
import { openVpnFaults } from '@berth/contract/profile/openvpn';
import { PATTERNS } from '@berth/contract/profile/patterns';
import { below, pointerKeys } from '@berth/contract/profile/pointer';
import { pemCertificates } from '@berth/contract/rules/certificates';
import { isTimeZone } from '@berth/contract/rules/time-zones';
import type Type from 'typebox';
import { ApiError } from '../../../http/api-error.ts';
import { storableDataUrl } from '../../../platform/pictures/picture.ts';
import { DecodingRoom, PictureError, type PictureRule } from '../../../platform/pictures/picture-bytes.ts';
import { compileSchema, type SchemaCheck } from '../../../platform/schema.ts';
import { lostSecrets } from '../../../platform/settings-document.ts';

const validate = compileSchema(ProfileDefinition);

/**
 * Returns the definition with its defaults. Throws 'invalid-profile' with every fault by its path (spec chapter 5).
 * Secrets must be in clear: their rules apply to the entered text. With `allowed`, apps are checked too.
 */
export function checkDefinition(candidate: unknown, allowed?: AllowedApps): ProfileDefinition {
  const { value, faults: own } = check(candidate);
  const isList = !own.some(({ path }) => path === APPS);
  const faults = allowed && isList ? [...own, ...appFaults(value, allowed)] : own;
  if (faults.length > 0) throw new ApiError('invalid-profile', 'The profile is not valid.', faults);
  return value;
}

/** Returns a saved definition with the defaults of newer schema fields. */
export function withDefaults(saved: unknown): ProfileDefinition {
  // Images are kept as stored.
  return checkValue(ProfileDefinition, saved, validate).value as ProfileDefinition;
}

/** Lists all faults of a definition by path. */
export function definitionFaults(candidate: unknown): readonly Fault[] {
  return check(candidate).faults;
}

function check(candidate: unknown): { readonly value: ProfileDefinition; readonly faults: readonly Fault[] } {
  const { value, faults } = checkPart(ProfileDefinition, candidate, validate);
  return { value: value as ProfileDefinition, faults };
}

/** Checks a definition, or a part of one against its own schema, including rules beyond the schema. */
export function checkPart(
  schema: Type.TSchema,
  candidate: unknown,
  byRules: SchemaCheck,
): { readonly value: unknown; readonly faults: readonly Fault[] } {
  const { value, faults } = checkValue(schema, candidate, byRules);
  const lost = [
    ...lostSecrets(ProfileDefinition, candidate),
    ...tunnelFaults(value),
    ...zoneFaults(value),
    ...authorityFaults(value),
  ];
  const known = new Set(faults.map(({ path }) => path));
  const pictures = keepPictures(value, known);
  return { value: pictures.value, faults: [...faults, ...pictures.faults, ...lost] };
}

/** The faults of a complete definition whose parts were already checked by themselves. */
export function combinedFaults(definition: ProfileDefinition): readonly Fault[] {
  return faultsOf(validate(definition));
}

const APPS = '/thinhoc/apps/enabled';

/** The variant of a profile's machines, and the apps that were enabled before and can stay. */
interface AllowedApps {
  readonly deployment: Deployment;
  readonly before?: readonly string[] | undefined;
}

/** Enabled apps that the profile's variant does not allow. */
function appFaults(value: unknown, { deployment, before = [] }: AllowedApps): Fault[] {
  const enabled = at(value, APPS);
  return (Array.isArray(enabled) ? enabled : []).flatMap((app: unknown, index) => {
    if (typeof app !== 'string' || isAppAllowed(app, deployment) || before.includes(app)) return [];
    const message = `${app} requires machines of the variant ${REQUIRED_DEPLOYMENTS[app]}`;
    return [{ path: `${APPS}/${index}`, rule: 'deployment', message }];
  });
}

const TUNNEL = '/system/network/vpn/openvpn/config';

// Rejects configuration lines that no machine can apply already when the profile is saved.
function tunnelFaults(value: unknown): readonly Fault[] {
  const config = at(value, TUNNEL);
  return typeof config === 'string' ? openVpnFaults(config, TUNNEL) : [];
}

const ZONE = '/system/clock/time_zone';
const ZONE_PATTERN = new RegExp(PATTERNS['time-zone']);

// The name is well-formed, but the zone does not exist.
function zoneFaults(value: unknown): readonly Fault[] {
  const zone = at(value, ZONE);
  if (typeof zone !== 'string' || !ZONE_PATTERN.test(zone) || isTimeZone(zone)) return [];
  return [{ path: ZONE, rule: 'pattern', message: `Unknown time zone: ${zone}` }];
}

const REMOTE_DESKTOPS = '/thinhoc/sessions/rdp';

// The certificate is well-formed, but machines cannot parse it: its remote desktop would not open.
function authorityFaults(value: unknown): readonly Fault[] {
  const sessions = at(value, REMOTE_DESKTOPS);
  return (Array.isArray(sessions) ? sessions : []).flatMap((session: unknown, index) => {
    const authority = at(session, '/certificate_authority');
    if (typeof authority !== 'string' || pemCertificates(authority).every(isCertificate)) return [];
    const path = `${REMOTE_DESKTOPS}/${index}/certificate_authority`;
    return [{ path, rule: 'pattern', message: 'Enter a certificate in PEM format.' }];
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

const MESSAGES: Readonly<Record<PictureRule, string>> = {
  picture: 'must be a PNG, JPEG, WebP, or GIF image that matches its media type',
  'picture-broken': 'must be a complete image; this one is damaged or cut off',
  'picture-trailing': 'must not contain data after the image',
  'picture-total': 'must be smaller: the images take too much memory when they are shown',
  'picture-size': `must have 1 to ${PICTURE_SIDE_MAX} pixels on each side, and at most ${PICTURE_MEGAPIXELS_MAX} megapixels`,
};

/**
 * Re-encodes all images of a definition, which removes other data in their bytes. Skips values with a known fault and
 * everything inside them: they may be too large to process.
 */
function keepPictures(
  definition: unknown,
  known: ReadonlySet<string>,
): { readonly value: unknown; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const room = new DecodingRoom();

  function walk(value: unknown, path: string): unknown {
    if (known.has(path)) return value;
    if (typeof value === 'string') return value.startsWith('data:image/') ? kept(value, path) : value;
    if (Array.isArray(value)) return value.map((each, index) => walk(each, below(path, String(index))));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, below(path, key))]));
  }

  function kept(url: string, path: string): string {
    try {
      return storableDataUrl(url, room);
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      const { rule } = error;
      const params = rule === 'picture-size' ? { limit: PICTURE_SIDE_MAX, allowedValue: PICTURE_MEGAPIXELS_MAX } : {};
      faults.push({ path, rule, message: MESSAGES[rule], params });
      return url;
    }
  }

  return { value: walk(definition, ''), faults };
}
