import type { OrganizationId } from '@berth/contract/ids';
import { type Role, roleMay } from '@berth/contract/rules/permissions';
import { registeredElsewhere } from './errors.ts';

/**
 * Registering again within an organization is always possible. A machine of another organization is taken along only by
 * somebody who may register machines there too.
 */
export function requireMovable(
  place: { readonly organizationId: OrganizationId; readonly role: Role | null } | undefined,
  to: OrganizationId,
): OrganizationId | null {
  if (!place || place.organizationId === to) return null;
  if (place.role === null || !roleMay(place.role, 'machine.register')) throw registeredElsewhere();
  return place.organizationId;
}
