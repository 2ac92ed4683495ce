import { ApiError } from '../../data/api-error.ts';
import { refusalOf } from '../../data/describe-error.ts';
import type { Words } from '../../i18n/texts.ts';

/** Words for a refused name (spec chapter 5: profile names are unique). */
export function profileNameFault(error: unknown): Words | undefined {
  if (error instanceof ApiError && error.code === 'name-taken') return ({ t }) => t('console.profile.nameTaken');
  return refusalOf(error);
}
