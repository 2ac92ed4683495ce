import type { OrganizationId } from '@berth/contract/ids';
import type { Tx } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import type { LockTier } from './deps.ts';
import { countProfiles } from './store.ts';

/**
 * More than one profile needs Pro (spec chapter 1). The organization is locked while we count, so that two people who
 * create their first profile at the same moment do not get two.
 */
export async function requireRoomForProfile(tx: Tx, organizationId: OrganizationId, lockTier: LockTier): Promise<void> {
  const tier = await lockTier(tx, organizationId);
  if (tier === 'free' && (await countProfiles(tx, organizationId)) > 0) {
    throw new ApiError('upgrade-required', 'More than one profile needs Pro.');
  }
}
