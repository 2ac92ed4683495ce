import { Problem } from '../../http/problem.ts';

export function notFound(): Problem {
  return new Problem('not-found', 'There is no such machine.');
}

export function noSuchProfile(): Problem {
  return new Problem('not-found', 'The organization has no such profile.');
}

/** The same for whatever is wrong with a token, so that nobody learns what to change in a forged one. */
export function invalidToken(): Problem {
  return new Problem('invalid-machine-token', 'The machine could not prove who it is.');
}

export function registeredElsewhere(): Problem {
  return new Problem('machine-registered-elsewhere', 'The machine belongs to another organization.');
}
