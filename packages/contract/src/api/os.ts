import Type from 'typebox';
import { FailedOsVersion, OS_ARCHITECTURES, OsVersion } from '../device/os-manifest.ts';
import { MachineIdSchema } from '../ids.ts';
import { HELD_BACK_REASONS } from '../rules/os-versions.ts';
import { endpoint } from './declare.ts';
import { Binary, closed, Instant, nullable } from './parts.ts';

/** Versions of Berth OS: those that this server offers, and those that an organization's machines run. */
const Count = Type.Integer({ minimum: 0 });
const Channel = Type.String({ minLength: 1, maxLength: 32 });

/** A version that this server offers to machines. Machines check its signatures themselves. */
export const OfferedOsVersion = closed({
  version: OsVersion,
  channel: Channel,
  architecture: Type.Enum([...OS_ARCHITECTURES]),
  /** The lowest version that a machine with this manifest may return to. */
  lowest: OsVersion,
  issued: Instant,
  /** From then on, machines refuse to install it. */
  expires: Instant,
  /** Size of the download. */
  bytes: Count,
  /** Number of Debian packages; 0 without a list. */
  packages: Count,
});
export type OfferedOsVersion = Type.Static<typeof OfferedOsVersion>;

/** Machines with the same system. */
export const InstalledOsVersion = closed({
  /** unknown: from an agent that does not report it. */
  kind: Type.Enum(['image', 'debian', 'unknown']),
  /** Of an image; null otherwise. */
  version: nullable(Type.String()),
  channel: nullable(Type.String()),
  architecture: nullable(Type.Enum([...OS_ARCHITECTURES])),
  machines: Count,
});
export type InstalledOsVersion = Type.Static<typeof InstalledOsVersion>;

export const listOsVersions = endpoint('GET /organization/{orgId}/os/versions', {
  id: 'os.versions',
  summary: 'List the versions of Berth OS that the server offers, newest first, and those that the machines run',
  permission: 'machine.read',
  reply: closed({ offered: Type.Array(OfferedOsVersion), installed: Type.Array(InstalledOsVersion) }),
});

/** Selects one of the offered versions. */
const Selected = {
  permission: 'machine.read',
  params: { version: OsVersion },
  query: closed({ channel: Channel, architecture: Type.Enum([...OS_ARCHITECTURES]) }),
} as const;

export const readOsVersion = endpoint('GET /organization/{orgId}/os/versions/{version}', {
  id: 'os.read',
  summary: "Read what is in an offered version: Debian's packages with their versions, and the CVEs that each fixes",
  ...Selected,
  reply: closed({
    packages: Type.Array(
      closed({
        name: Type.String(),
        version: Type.String(),
        /** The source package. */
        source: Type.String(),
        /** CVEs that the package's Debian changelog names as fixed. */
        fixes: Type.Array(Type.String()),
      }),
    ),
  }),
});
export type OsPackage = Type.Static<typeof readOsVersion.reply>['packages'][number];

export const readOsSbom = endpoint('GET /organization/{orgId}/os/versions/{version}/sbom', {
  id: 'os.sbom',
  summary: 'Download the software bill of materials of an offered version (CycloneDX 1.6)',
  ...Selected,
  reply: Binary,
  replyTypes: ['application/vnd.cyclonedx+json'],
});

/** Maximum number of machines in the reply of os.heldBack. */
export const HELD_BACK_MAX = 500;

export const HeldBackMachine = closed({
  id: MachineIdSchema,
  name: Type.String(),
  /** The version that runs. */
  version: Type.String(),
  channel: Type.String(),
  reason: Type.Enum([...HELD_BACK_REASONS]),
  /** The version that it does not run. */
  wanted: Type.String(),
  /** How that version failed; null if it did not. */
  failure: nullable(FailedOsVersion),
  /** Why it was refused, as the machine reports it; null if it was not. */
  message: nullable(Type.String()),
  /** Last sign of life; null before the first. */
  lastSeen: nullable(Instant),
});
export type HeldBackMachine = Type.Static<typeof HeldBackMachine>;

export const listHeldBack = endpoint('GET /organization/{orgId}/os/held-back', {
  id: 'os.heldBack',
  summary:
    'List machines that do not run the version of their profile, or else the newest one, with the reason, by name; at most 500',
  permission: 'machine.read',
  reply: Type.Array(HeldBackMachine),
});
