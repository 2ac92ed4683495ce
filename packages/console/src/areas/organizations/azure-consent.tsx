import { adminConsentUrl } from '@berth/contract/rules/service';
import { clientConfig } from '@berth/web/data/client-config.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page.tsx';
import type { Settings } from '../parts/use-settings-draft.ts';

/** If saved Microsoft logins need the consent of the tenant's administrator: the link that completes the setup. */
export function AzureConsent({ settings }: { readonly settings: Settings }): ReactNode {
  const { t } = useTexts();
  const { azureAd } = clientConfig();
  const tenant = tenantOf(settings);
  if (!azureAd || tenant === undefined) return null;
  return (
    <Panel title={t('members.azure.title')}>
      <p>{t('members.azure.text', { tenant })}</p>
      <a href={adminConsentUrl(azureAd, tenant)} target="_blank" rel="noreferrer">
        {t('members.azure.grant')}
      </a>
    </Panel>
  );
}

function tenantOf(settings: Settings): string | undefined {
  const azure = settings['azure-ad'];
  if (typeof azure !== 'object' || azure === null) return undefined;
  const { enabled, tenant }: { enabled?: unknown; tenant?: unknown } = azure;
  return enabled === true && typeof tenant === 'string' && tenant !== '' ? tenant : undefined;
}
