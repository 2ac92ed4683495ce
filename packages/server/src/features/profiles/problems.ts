import { violatedConstraint } from '../../db/retry.ts';
import { Problem } from '../../http/problem.ts';

const CONSTRAINTS: Readonly<Record<string, () => Problem>> = {
  profiles_name: () => new Problem('name-taken', 'Profile with this name already exists'),
  machines_organization_id_profile_id_fkey: inUse,
};

export function inUse(): Problem {
  return new Problem('profile-in-use', 'A machine uses this profile: give it another one first.');
}

export function rollingOut(): Problem {
  return new Problem('rollout-in-progress', 'A rollout of this profile is under way: let it finish, or cancel it.');
}

export function notFound(): Problem {
  return new Problem('not-found', 'There is no such profile.');
}

/** Says in the product's words what a constraint of the database found. */
export async function orConstraint<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw CONSTRAINTS[violatedConstraint(error) ?? '']?.() ?? error;
  }
}

/** If-Match: whoever changes says which revision they have seen. */
export function requireRevision(ifMatch: string | undefined, revision: number): void {
  if (ifMatch !== undefined && ifMatch !== String(revision)) {
    throw new Problem('revision-conflict', `Somebody else changed the profile: it is at revision ${revision} now.`);
  }
}

export function noSuchRevision(revision: number): Problem {
  return new Problem('not-found', `The profile has no revision ${revision}.`);
}
