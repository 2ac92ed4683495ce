import { Problem } from '../../http/problem.ts';

export function noSuchRollout(): Problem {
  return new Problem('not-found', 'The profile has no such rollout.');
}
