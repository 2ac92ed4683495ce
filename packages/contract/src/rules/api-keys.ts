import { PERMISSIONS, type Permission } from './permissions.ts';

/** What every API key begins with, so that people and scanners know one when they see it. */
export const API_KEY_PREFIX = 'berth_';

/** What a key can never do: make keys for itself, or end the membership of the person whose name it works in. */
const RESERVED = ['keys.write', 'organization.leave'] as const satisfies readonly Permission[];
export type ApiKeyScope = Exclude<Permission, (typeof RESERVED)[number]>;

/** What a key can be allowed. */
export const API_KEY_SCOPES = PERMISSIONS.filter(
  (permission): permission is ApiKeyScope => !RESERVED.some((reserved) => reserved === permission),
);

/** Keys of one organization; more would be keys that nobody knows any more. */
export const API_KEYS_MAX = 100;
