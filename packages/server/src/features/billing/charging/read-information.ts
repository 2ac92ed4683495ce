import { readBillingInformation } from '@berth/contract/api/billing';
import { CREDIT_PERIOD_DAYS } from '@berth/contract/limits';
import { billingStateOf } from '@berth/contract/rules/billing';
import { type Route, route } from '../../../http/route.ts';
import { factsOf } from '../account/present.ts';
import type { BillingDeps } from '../deps.ts';
import { creditsForecast } from './forecast.ts';
import { readOutlook, sumCredits } from './outlook.ts';

export function readInformationRoute(deps: BillingDeps): Route {
  const { clock, prices } = deps;
  return route(readBillingInformation, async ({ tx, organizationId }) => {
    const { account, mgmtTier, credits, items, endsAt, arrears } = await readOutlook(deps, tx, organizationId);
    return {
      state: billingStateOf(account && factsOf(account)),
      mgmtTier,
      credits,
      creditsPerPeriod: sumCredits(items),
      periodDays: CREDIT_PERIOD_DAYS,
      endsAt,
      forecast: creditsForecast(credits, items, clock.now()).map(({ at, credits: left }) => ({
        at: new Date(at).toISOString(),
        credits: left,
      })),
      arrears,
      proCredits: prices.proCredits,
      creditPrice: prices.credit,
      currency: prices.currency,
    };
  });
}
