import type { ApiError } from '../../data/api-error.ts';
import type { Texts } from '../../i18n/texts.ts';

/** Words for a password that the server refuses although its form is right. */
export function passwordProblem(error: ApiError, { t }: Texts): string | undefined {
  const fault = error.faults.find(({ path }) => path === '/password');
  if (!fault) return undefined;
  return t(fault.rule === 'common' ? 'identity.password.common' : 'identity.password.weak');
}
