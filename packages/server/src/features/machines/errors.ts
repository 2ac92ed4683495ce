import { ApiError } from '../../http/api-error.ts';

export function notFound(): ApiError {
  return new ApiError('not-found', 'There is no such machine.');
}

export function noSuchProfile(): ApiError {
  return new ApiError('not-found', 'The organization has no such profile.');
}

/** The same for whatever is wrong with a token, so that nobody learns what to change in a forged one. */
export function invalidToken(): ApiError {
  return new ApiError('invalid-machine-token', 'The machine could not prove who it is.');
}

export function registeredElsewhere(): ApiError {
  return new ApiError('machine-registered-elsewhere', 'The machine belongs to another organization.');
}
