import type { ApiError } from '../../data/api-error.ts';
import type { Words } from '../../i18n/texts.ts';

/** Words for a password that the server refuses although its form is right. */
export function passwordProblem(error: ApiError): Words | undefined {
  const fault = error.faults.find(({ path }) => path === '/password');
  if (!fault) return undefined;
  return ({ t }) => t(fault.rule === 'common' ? 'identity.password.common' : 'identity.password.weak');
}
