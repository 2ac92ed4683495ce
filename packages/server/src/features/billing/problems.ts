import { Problem } from '../../http/problem.ts';

export function notSetUp(): Problem {
  return new Problem('billing-not-set-up', 'Billing not set-up');
}

export function notAdministrator(email: string): Problem {
  return new Problem('not-billing-administrator', `Only the billing administrator may do this: contact ${email}.`);
}

export function insufficientCredits(): Problem {
  return new Problem('insufficient-credits', 'There are not enough credits for this.');
}

export function noSuchOrganization(): Problem {
  return new Problem('not-found', 'There is no such organization.');
}
