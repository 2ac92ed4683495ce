import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMay } from '../organizations/queries.ts';
import { ButtonLink, TabLinks } from '../parts/links.tsx';
import { LoadError } from '../parts/loading.tsx';
import { AccountPanel } from './account-panel.tsx';
import { BuyTab } from './buy-tab.tsx';
import { CreditsPanel } from './credits-panel.tsx';
import { InvoicesTab } from './invoices-tab.tsx';
import { accountQuery, type BillingProps, informationQuery } from './queries.ts';
import { TierPanel } from './tier-panel.tsx';
import { showUsage } from './usage-dialog.tsx';

const TABS = ['overview', 'buy', 'invoices'] as const;
const CONTENT = { overview: OverviewTab, buy: BuyTab, invoices: InvoicesTab } as const;

/** Credit management (spec chapter 2): overview, buying credits, invoices. */
export function Component(): ReactNode {
  const { t } = useTexts();
  const orgId = useActiveOrganizationId();
  const [query] = useSearchParams();
  const active = TABS.find((tab) => tab === query.get('tab')) ?? 'overview';
  const Content = CONTENT[active];
  const tabs = TABS.map((tab) => ({
    label: t(`billing.tab.${tab}`),
    to: paths.billing(tab === 'overview' ? undefined : tab),
    isActive: tab === active,
  }));
  return (
    <Page title={t('billing.title')}>
      <TabLinks label={t('billing.title')} tabs={tabs} />
      {orgId !== null && <Content orgId={orgId} />}
    </Page>
  );
}

/** Credits, their use, the tier and the billing account. */
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
