import { listWebhooks, type Webhook } from '@berth/contract/api/webhooks';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { Status } from '../../ui/status.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { personName } from '../parts/person-name.ts';
import { SimpleTable } from '../parts/simple-table.tsx';
import { makeWebhook } from './webhook-actions.ts';
import { eventsText } from './webhook-dialog.tsx';

/** The webhooks of the organization. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Webhooks orgId={orgId} />;
}

function Webhooks({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const texts = useTexts();
  const { t, date } = texts;
  const list = useQuery(read(listWebhooks, { params: { id: orgId } }));
  return (
    <ListPage
      title={t('console.nav.webhooks')}
      subtitle={t('keys.hook.subtitle')}
      list={list}
      create={{ label: t('keys.hook.make'), onClick: () => void makeWebhook(orgId) }}
      empty={{ icon: IconWebhook, title: t('keys.hook.empty'), text: t('keys.hook.empty.text') }}
    >
      {(webhooks) => (
        <SimpleTable
          label={t('console.nav.webhooks')}
          head={[t('keys.hook.url'), t('keys.hook.events'), t('keys.hook.state'), t('keys.made')]}
          rows={webhooks.map((webhook) => ({
            id: webhook.id,
            cells: [
              <Link key="url" to={paths.webhook(webhook.id)}>
                <BreakingAddress address={webhook.url} />
              </Link>,
              eventsText(webhook.events, texts),
              <WebhookState key="state" webhook={webhook} />,
              t('keys.madeBy', { email: personName(t, webhook.createdBy), date: date(webhook.createdAt) }),
            ],
          }))}
        />
      )}
    </ListPage>
  );
}

/** Whether deliveries are sent. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { t } = useTexts();
  return (
    <Status tone={webhook.enabled ? 'good' : 'neutral'}>{t(webhook.enabled ? 'keys.hook.on' : 'keys.hook.off')}</Status>
  );
}

/** A URL that wraps after its slashes instead of inside a word. */
export function BreakingAddress({ address }: { readonly address: string }): ReactNode {
  return partsOf(address).map(({ text, at }) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {text}
    </Fragment>
  ));
}

interface Part {
  readonly text: string;
  readonly at: number;
}

/** The parts of a URL, each with its trailing slash; scheme and host stay together. */
export function partsOf(address: string): readonly Part[] {
  const parts = address.matchAll(/^[a-z]+:\/\/[^/]*\/?|[^/]+\/?|\/+/g);
  return [...parts].map(({ 0: text, index: at }) => ({ text, at }));
}
