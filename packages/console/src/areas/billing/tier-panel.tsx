import { changeTier } from '@berth/contract/api/billing';
import type { BillingInformation } from '@berth/contract/api/billing-information';
import type { OpenTier } from '@berth/contract/limits';
import { call } from '@berth/web/data/call.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { toast } from '../parts/toast.ts';
import { type BillingProps, refreshBilling } from './queries.ts';

interface TierPanelProps extends BillingProps {
  readonly information: BillingInformation;
  readonly mayChange: boolean;
}

/** Free or Pro, features and price of Pro, and the switch between them. */
export function TierPanel({ orgId, information, mayChange }: TierPanelProps): ReactNode {
  const { t } = useTexts();
  const [busy, during] = useBusy();
  const { mgmtTier, proCredits, periodDays } = information;
  const other = mgmtTier === 'free' ? 'pro' : 'free';
  const change = async () => {
    if (!(await confirmTier(other, information))) return;
    await during(async () => {
      await call(changeTier, { params: { id: orgId }, body: { mgmtTier: other } });
      toast(({ t }) => t(`billing.tier.done.${other}`));
    }).catch(showError);
    await refreshBilling();
  };
  return (
    <Panel
      title={t('billing.tier.title', { tier: t(`console.tier.${mgmtTier}`) })}
      actions={
        mayChange && (
          <Button variant="default" loading={busy} onClick={() => void change()}>
            {t(`billing.tier.to.${other}`)}
          </Button>
        )
      }
    >
      <p>{t('billing.tier.text', { count: proCredits, days: periodDays })}</p>
    </Panel>
  );
}

function confirmTier(tier: OpenTier, { proCredits, periodDays }: BillingInformation): Promise<boolean> {
  return confirm(({ t }) => ({
    title: t(`billing.tier.confirm.${tier}`),
    message:
      tier === 'pro'
        ? t('billing.tier.message.pro', { count: proCredits, days: periodDays })
        : t('billing.tier.message.free'),
    yes: t(`billing.tier.to.${tier}`),
    danger: tier === 'free',
  }));
}
