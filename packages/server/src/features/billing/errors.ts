import { ApiError } from '../../http/api-error.ts';

export function notSetUp(): ApiError {
  return new ApiError('billing-not-set-up', 'Billing not set-up');
}

export function notAdministrator(email: string): ApiError {
  return new ApiError('not-billing-administrator', `Only the billing administrator may do this: contact ${email}.`);
}

export function insufficientCredits(): ApiError {
  return new ApiError('insufficient-credits', 'There are not enough credits for this.');
}

export function noSuchOrganization(): ApiError {
  return new ApiError('not-found', 'There is no such organization.');
}
