import { type ApiKey, createApiKey, deleteApiKey, listApiKeys } from '@berth/contract/api/api-keys';
import type { OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read, reload } from '../../data/query.ts';
import { Status } from '../../ui/status.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { showSecret } from '../dialogs/secret.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import { toast } from '../parts/toast.ts';
import { askForKey } from './key-dialog.tsx';

/** The organization's API keys. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <ApiKeys orgId={orgId} />;
}

function ApiKeys({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const list = useQuery(read(listApiKeys, { params: { id: orgId } }));
  return (
    <ListPage
      title={t('keys.title')}
      subtitle={t('keys.subtitle')}
      list={list}
      create={{ label: t('keys.make'), onClick: () => void makeKey(orgId) }}
      empty={{ icon: IconKey, title: t('keys.empty'), text: t('keys.empty.text') }}
    >
      {(keys) => <KeyTable orgId={orgId} keys={keys} />}
    </ListPage>
  );
}

function KeyTable({ orgId, keys }: { readonly orgId: OrganizationId; readonly keys: readonly ApiKey[] }): ReactNode {
  const { t, date, dateTime } = useTexts();
  return (
    <SimpleTable
      label={t('keys.title')}
      head={[t('common.name'), t('keys.scopes'), t('keys.made'), t('keys.used'), t('keys.expires'), '']}
      rows={keys.map((key) => ({
        id: key.id,
        cells: [
          <span key="name">
            {key.name} <code>…{key.hint}</code>
          </span>,
          t('keys.scopes.count', { count: key.scopes.length }),
          t('keys.madeBy', { email: key.createdBy, date: date(key.createdAt) }),
          key.lastUsedAt === null ? t('keys.used.never') : dateTime(key.lastUsedAt),
          <Expiry key="expiry" expiresAt={key.expiresAt} />,
          <Button
            key="revoke"
            variant="default"
            aria-label={t('keys.revokeOf', { name: key.name })}
            onClick={() => void revokeKey(orgId, key)}
          >
            {t('keys.revoke')}
          </Button>,
        ],
      }))}
    />
  );
}

function Expiry({ expiresAt }: Pick<ApiKey, 'expiresAt'>): ReactNode {
  const { t, date } = useTexts();
  if (expiresAt === null) return t('keys.expires.never');
  if (Date.parse(expiresAt) > Date.now()) return date(expiresAt);
  return <Status tone="bad">{t('keys.expired', { date: date(expiresAt) })}</Status>;
}

/** Creates an API key and shows it, once. */
export async function makeKey(id: OrganizationId): Promise<void> {
  const made = await askForKey((body) => call(createApiKey, { params: { id }, body }));
  if (made) {
    await showSecret(({ t }) => ({ title: t('keys.made.title'), label: t('keys.key'), secret: made.key }));
  }
  await reload(listApiKeys);
}

/** Revokes an API key, which is refused from then on. */
export async function revokeKey(id: OrganizationId, { id: keyId, name }: ApiKey): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('keys.revoke.title', { name }),
    message: t('keys.revoke.message'),
    yes: t('keys.revoke'),
    danger: true,
  }));
  if (!sure) return;
  try {
    await call(deleteApiKey, { params: { id, keyId } });
    toast(({ t }) => t('keys.revoked', { name }));
  } catch (error) {
    await showError(error);
  }
  await reload(listApiKeys);
}
