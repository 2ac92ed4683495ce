import { violatedConstraint } from '../../db/retry.ts';
import { ApiError } from '../../http/api-error.ts';

/** Tells the person when one of their organizations has the name already. */
export async function orNameTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'organizations_owner_name') throw error;
    throw new ApiError('name-taken', 'An organization with this name already exists.');
  }
}
