import { ApiError } from '../../data/api-error.ts';
import { Refusal } from '../../data/describe-error.ts';

/** Says of a profile that its name is taken (spec chapter 5: profile names are unique); any other error as it is. */
export function profileNameFault(error: unknown): unknown {
  if (!(error instanceof ApiError && error.code === 'name-taken')) return error;
  return new Refusal(({ t }) => t('console.profile.nameTaken'));
}
