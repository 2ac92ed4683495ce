import { ApiError } from '../../http/api-error.ts';

export function notSetUp(): ApiError {
  return new ApiError('billing-not-set-up', 'Billing not set-up');
}

export function notAdministrator(email: string): ApiError {
  return new ApiError('not-billing-administrator', `Only the billing administrator can do this. Contact ${email}.`);
}

export function insufficientCredits(): ApiError {
  return new ApiError('insufficient-credits', 'Not enough credits.');
}

export function noSuchOrganization(): ApiError {
  return new ApiError('not-found', 'Organization not found.');
}
