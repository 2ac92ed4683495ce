import { ApiError } from '../../data/api-error.ts';
import { describeError } from '../../data/describe-error.ts';
import { currentTexts } from '../../i18n/store.ts';

/** Words for a refused name (spec chapter 5: profile names are unique). */
export function profileNameFault(error: unknown): string | undefined {
  const texts = currentTexts();
  if (error instanceof ApiError && error.code === 'name-taken') return texts.t('console.profile.nameTaken');
  return describeError(error, texts)?.message;
}
