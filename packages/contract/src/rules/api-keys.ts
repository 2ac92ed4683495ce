import { PERMISSIONS, type Permission } from './permissions.ts';

/** What every API key begins with, so that people and scanners know one when they see it. */
export const API_KEY_PREFIX = 'berth_';

/** What a key can never do: make keys for itself, or end the membership of the person whose name it works in. */
const RESERVED: readonly Permission[] = ['keys.write', 'organization.leave'];

/** What a key can be allowed. */
export const API_KEY_SCOPES = PERMISSIONS.filter((permission) => !RESERVED.includes(permission));
export type ApiKeyScope = Permission;

/** Keys of one organisation; more would be keys that nobody knows any more. */
export const API_KEYS_MAX = 100;
