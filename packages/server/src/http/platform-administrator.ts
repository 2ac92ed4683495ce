import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { ApiError } from './api-error.ts';
import type { Caller } from './route.ts';

/** Ends the call unless the caller is a platform administrator. */
export function requirePlatformAdministrator({ permissions }: Caller): void {
  if (!permissions.includes(PLATFORM_ADMIN)) {
    throw new ApiError('forbidden', 'Only platform administrators may do this.');
  }
}
