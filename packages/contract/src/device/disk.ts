import Type from 'typebox';

/**
 * How the disk with a machine's data is protected. tpm: encrypted, and opened by the machine's TPM; key: encrypted, and
 * opened with a key or passphrase that someone enters; none: not encrypted.
 */
export const DISK_ENCRYPTIONS = ['tpm', 'key', 'none'] as const;
export type DiskEncryption = (typeof DISK_ENCRYPTIONS)[number];

/** Whether firmware starts signed systems only. setup: not yet, because it has no keys and accepts whichever are enrolled first. */
export const SECURE_BOOT_STATES = ['on', 'setup', 'off'] as const;
export type SecureBoot = (typeof SECURE_BOOT_STATES)[number];

/**
 * 256 bits in eight groups of eight letters, as systemd-cryptenroll makes recovery keys: letters that are in the same
 * place on most keyboards, because the boot screen knows no other layout than the American one.
 */
export const RECOVERY_KEY = /^[cbdefghijklnrtuv]{8}(-[cbdefghijklnrtuv]{8}){7}$/;
export const RecoveryKey = Type.String({ pattern: RECOVERY_KEY.source });
