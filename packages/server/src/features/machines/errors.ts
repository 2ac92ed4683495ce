import { ApiError } from '../../http/api-error.ts';

export function notFound(): ApiError {
  return new ApiError('not-found', 'Machine not found.');
}

export function noSuchProfile(): ApiError {
  return new ApiError('not-found', 'Profile not found in this organization.');
}

/** The same error for every fault of a token, so that attackers learn nothing. */
export function invalidToken(): ApiError {
  return new ApiError('invalid-machine-token', 'The machine could not prove its identity.');
}

export function registeredElsewhere(): ApiError {
  return new ApiError('machine-registered-elsewhere', 'The machine belongs to another organization.');
}
