import { ApiError } from '../../data/api-error.ts';
import { refusalOf } from '../../data/describe-error.ts';
import type { Words } from '../../i18n/texts.ts';

/** Why a call that asks for the current password was refused: of the two that a login takes, only this one was typed. */
export function currentPasswordProblem(error: unknown): Words {
  const isWrong = error instanceof ApiError && error.code === 'login-failed';
  return isWrong ? ({ t }) => t('account.password.wrong') : refusalOf(error);
}
