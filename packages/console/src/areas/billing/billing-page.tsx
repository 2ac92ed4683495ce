import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { Page } from '../../ui/page.tsx';
import { TabLinks } from '../parts/tab-links.tsx';
import { BuyTab } from './buy-tab.tsx';
import { InvoicesTab } from './invoices-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';

const TABS = ['overview', 'buy', 'invoices'] as const;
const CONTENT = { overview: OverviewTab, buy: BuyTab, invoices: InvoicesTab } as const;

/** Credit management (spec chapter 2): what there is, buying more, and what was invoiced. */
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
