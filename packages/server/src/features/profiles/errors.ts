import { violatedConstraint } from '../../db/transaction.ts';
import { ApiError } from '../../http/api-error.ts';

const CONSTRAINTS: Readonly<Record<string, () => ApiError>> = {
  profiles_name: () => new ApiError('name-taken', 'Profile with this name already exists'),
  machines_organization_id_profile_id_fkey: inUse,
};

export function inUse(): ApiError {
  return new ApiError('profile-in-use', 'Machines are still using this profile. Assign them another profile first.');
}

export function rollingOut(): ApiError {
  return new ApiError(
    'rollout-in-progress',
    'A rollout of this profile is in progress. Wait for it to end or roll it back.',
  );
}

export function notFound(): ApiError {
  return new ApiError('not-found', 'Profile not found.');
}

/** Translates a violated database constraint into an API error. */
export async function orConstraint<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw CONSTRAINTS[violatedConstraint(error) ?? '']?.() ?? error;
  }
}

/** Throws if the profile is past the revision in If-Match. */
export function requireRevision(ifMatch: string | undefined, revision: number): void {
  if (ifMatch !== undefined && ifMatch !== String(revision)) {
    throw new ApiError('revision-conflict', `Someone else changed the profile. It is now at revision ${revision}.`);
  }
}

export function noSuchRevision(revision: number): ApiError {
  return new ApiError('not-found', `Revision ${revision} of this profile not found.`);
}
