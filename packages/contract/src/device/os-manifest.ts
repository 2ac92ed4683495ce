import Type from 'typebox';
import { closed } from '../api/parts.ts';

/** Digits, dots and hyphens, so that the boot loader, systemd-sysupdate and Berth order versions alike. */
export const OsVersion = Type.String({ pattern: '^[0-9][0-9.-]{0,23}$' });
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' });
const KeyId = Type.String({ pattern: '^[0-9a-f]{16}$' });
const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' });
const Instant = Type.String({ format: 'date-time' });

/** Parts of a version: the root file system, its hashes, and kernel, initrd and command line as one file. */
export const OS_PARTS = ['root', 'verity', 'kernel'] as const;

/** As Node names them. */
export const OS_ARCHITECTURES = ['x64', 'arm64'] as const;

/** What one version of Berth OS is made of, and who may install it. */
export const OsManifest = closed({
  format: Type.Literal(1),
  version: OsVersion,
  channel: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
  architecture: Type.Enum([...OS_ARCHITECTURES]),
  /** The lowest version that a machine may return to; raised when an older one became unsafe. */
  lowest: OsVersion,
  /** The lowest version that may be running when it is installed: an older one does not trust its keys. Omitted: any. */
  from: Type.Optional(OsVersion),
  issued: Instant,
  expires: Instant,
  /** Of the root file system's dm-verity. */
  rootHash: Digest,
  files: Type.Array(
    closed({
      part: Type.Enum([...OS_PARTS]),
      /** Without a folder. */
      name: Type.String({ pattern: '^berth_[0-9A-Za-z._-]{1,100}$' }),
      bytes: Type.Integer({ minimum: 1, maximum: 8 * 1024 ** 3 }),
      sha256: Digest,
    }),
    { minItems: OS_PARTS.length, maxItems: OS_PARTS.length },
  ),
});
export type OsManifest = Type.Static<typeof OsManifest>;

/**
 * A file's blocks, to download only those that a machine does not have. Not signed: a wrong list leads to a file with a wrong
 * hash, and that to the whole file.
 */
export const OsBlocks = closed({
  blockBytes: Type.Integer({ minimum: 512, maximum: 1024 ** 2 }),
  /** SHA-256 of each block, base64; the last block may be shorter. */
  sha256: Type.Array(Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' }), { minItems: 1, maxItems: 20_000 }),
});
export type OsBlocks = Type.Static<typeof OsBlocks>;

/** A manifest as published: its exact text, base64, and the signatures of that. */
export const SignedOsManifest = closed({
  payload: Base64,
  signatures: Type.Array(closed({ key: KeyId, signature: Base64 }), { maxItems: 16 }),
});
export type SignedOsManifest = Type.Static<typeof SignedOsManifest>;

/** The keys that machines trust, and how many of them must have signed. In the image; replaced only by another image. */
export const OsKeys = closed({
  threshold: Type.Integer({ minimum: 1, maximum: 16 }),
  keys: Type.Array(closed({ id: KeyId, publicKey: Base64 }), { minItems: 1, maxItems: 16 }),
});
export type OsKeys = Type.Static<typeof OsKeys>;

/** Why a version failed on a machine. no-boot: its agent never ran; unhealthy: it ran and was not well for long enough. */
export const OS_FAILURES = ['no-boot', 'unhealthy'] as const;

/** Failed versions that a machine remembers and reports: the newest. */
export const OS_FAILURES_KEPT = 8;

export const FailedOsVersion = closed({
  version: OsVersion,
  reason: Type.Enum([...OS_FAILURES]),
  at: Instant,
});
export type FailedOsVersion = Type.Static<typeof FailedOsVersion>;

/**
 * updating: being fetched; window: waits for the maintenance window; refused: its manifest or a file was not accepted, or
 * could not be fetched.
 */
export const OS_WAITS = ['updating', 'window', 'refused'] as const;

/** Maximum length of a reported reason why a version is not installed. */
export const OS_MESSAGE_MAX = 300;

export const WantedOsVersion = closed({
  version: OsVersion,
  state: Type.Enum([...OS_WAITS]),
  /** Why it was refused last. */
  message: Type.Optional(Type.String({ maxLength: OS_MESSAGE_MAX })),
});
export type WantedOsVersion = Type.Static<typeof WantedOsVersion>;

/** What a machine's system is: Debian with the package, or a version of Berth OS. */
export const InstalledSystem = Type.Union([
  closed({ kind: Type.Literal('debian') }),
  closed({
    kind: Type.Literal('image'),
    version: OsVersion,
    channel: Type.String({ maxLength: 32 }),
    /** Whether the running version has proved itself. */
    proved: Type.Boolean(),
    /** Installed, and started by the next reboot. */
    next: Type.Union([OsVersion, Type.Null()]),
    failed: Type.Array(FailedOsVersion, { maxItems: OS_FAILURES_KEPT }),
    /** Omitted by older agents. */
    architecture: Type.Optional(Type.Enum([...OS_ARCHITECTURES])),
    /** The version that the profile names, whether or not it runs; omitted without one, and by older agents. */
    named: Type.Optional(OsVersion),
    /** What the machine does about that version, while it is newer than the running one. */
    wanted: Type.Optional(WantedOsVersion),
  }),
]);
export type InstalledSystem = Type.Static<typeof InstalledSystem>;
