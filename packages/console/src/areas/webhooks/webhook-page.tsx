import { listWebhooks } from '@berth/contract/api/webhooks';
import type { OrganizationId } from '@berth/contract/ids';
import { ApiError } from '@berth/web/data/api-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { DANGER } from '../../ui/mantine/theme.ts';
import { IN_CONTENT, Page, Panel } from '../../ui/page.tsx';
import { Facts } from '../parts/facts.tsx';
import { pathOfList } from '../parts/list-memory.ts';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { personName } from '../parts/person-name.ts';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import {
  editWebhook,
  ping,
  removeWebhook,
  rotateSecret,
  switchWebhook,
  type WebhookTarget,
} from './webhook-actions.ts';
import { eventsText } from './webhook-dialog.tsx';
import { WebhookState } from './webhooks-page.tsx';

/** One webhook: its events, and its deliveries. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Loading orgId={orgId} />;
}

function Loading({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const { webhookId } = useParams();
  const { data, error, refetch } = useQuery(read(listWebhooks, { params: { id: orgId } }));
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton title={t('console.nav.webhooks')} />;
  const webhook = data.find(({ id }) => id === webhookId);
  const gone = new ApiError({ status: 404, code: 'not-found', message: '' });
  return webhook ? (
    <WebhookView target={{ orgId, webhook }} />
  ) : (
    <LoadError error={gone} retry={() => void refetch()} />
  );
}

function WebhookView({ target }: { readonly target: WebhookTarget }): ReactNode {
  const texts = useTexts();
  const { t, date } = texts;
  const { url, events, createdBy, createdAt } = target.webhook;
  return (
    <Page
      title={url}
      breadcrumb={<Link to={pathOfList(paths.webhooks())}>{t('console.nav.webhooks')}</Link>}
      actions={
        <Button leftSection={<IconSend size={18} stroke={1.5} aria-hidden />} onClick={() => void ping(target)}>
          {t('keys.hook.ping')}
        </Button>
      }
      menu={<WebhookMenu target={target} />}
    >
      <Panel title={t('console.machine.facts')}>
        <Facts
          facts={[
            [t('keys.hook.state'), <WebhookState key="state" webhook={target.webhook} />],
            [t('keys.hook.events'), eventsText(events, texts)],
            [t('keys.made'), t('keys.madeBy', { email: personName(t, createdBy), date: date(createdAt) })],
          ]}
        />
      </Panel>
      <DeliveriesPanel target={target} />
    </Page>
  );
}

function WebhookMenu({ target }: { readonly target: WebhookTarget }): ReactNode {
  const { t } = useTexts();
  return (
    <Menu position="bottom-end" portalProps={IN_CONTENT}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('keys.hook.actions')}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void editWebhook(target)}>{t('keys.hook.edit')}</Menu.Item>
        <Menu.Item onClick={() => void switchWebhook(target)}>
          {t(target.webhook.enabled ? 'keys.hook.disable' : 'keys.hook.enable')}
        </Menu.Item>
        <Menu.Item onClick={() => void rotateSecret(target)}>{t('keys.hook.rotate')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color={DANGER} onClick={() => void removeWebhook(target)}>
          {t('common.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
