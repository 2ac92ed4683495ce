import { ApiError } from '../../http/api-error.ts';

export function noSuchRollout(): ApiError {
  return new ApiError('not-found', 'The profile has no such rollout.');
}
