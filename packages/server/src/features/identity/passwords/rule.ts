import type { Fault } from '@berth/contract/errors';
import type { PasswordFault } from '@berth/contract/rules/text';
import { ApiError } from '../../../http/api-error.ts';
import { isCommonPassword, repeatsAddress } from './common.ts';

function fault(rule: PasswordFault, message: string): Fault {
  return { path: '/password', rule, message };
}

/**
 * Refuses a password that fulfills the contract's pattern (spec chapter 5) but is easily guessed all the same. The
 * pattern itself is checked with the body.
 */
export function refuseGuessable(password: string, email: string): void {
  const faults = [
    ...(isCommonPassword(password)
      ? [fault('commonPassword', 'This password is on the list of common passwords')]
      : []),
    ...(repeatsAddress(password, email) ? [fault('containsEmail', 'The password contains the e-mail address')] : []),
  ];
  if (faults.length > 0)
    throw new ApiError('invalid-input', 'The password is easy to guess. Choose another one.', faults);
}
