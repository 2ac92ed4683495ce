import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMay } from '../organizations/queries.ts';
import { ButtonLink } from '../parts/button-link.tsx';
import { LoadError } from '../parts/load-error.tsx';
import { AccountPanel } from './account-panel.tsx';
import { CreditsPanel } from './credits-panel.tsx';
import { accountQuery, type BillingProps, informationQuery } from './queries.ts';
import { TierPanel } from './tier-panel.tsx';
import { showUsage } from './usage-dialog.tsx';

/** Credits, what uses them, the tier and the account that pays. */
export function OverviewTab({ orgId }: BillingProps): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('billing.write');
  const information = useQuery(informationQuery(orgId));
  const account = useQuery(accountQuery(orgId));
  const failed = [information, account].find(({ error, data }) => error && !data);
  if (failed) return <LoadError error={failed.error} retry={() => void failed.refetch()} />;
  if (!information.data || !account.data) {
    return (
      <div aria-busy="true">
        <Panel title={t('billing.credits')}>
          <SkeletonLines count={4} />
        </Panel>
      </div>
    );
  }
  return (
    <>
      <Panel
        title={t('billing.credits')}
        actions={
          <Button variant="default" onClick={() => void showUsage(orgId)}>
            {t('billing.usage.open')}
          </Button>
        }
      >
        <CreditsPanel information={information.data} />
        {mayChange && (
          <p>
            <ButtonLink to={paths.billing('buy')}>{t('billing.buy.open')}</ButtonLink>
          </p>
        )}
      </Panel>
      <TierPanel orgId={orgId} information={information.data} mayChange={mayChange} />
      <AccountPanel orgId={orgId} account={account.data} mayChange={mayChange} />
    </>
  );
}
