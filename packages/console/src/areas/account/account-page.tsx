import { readAccount } from '@berth/contract/api/account';
import { ApiError } from '@berth/web/data/api-error.ts';
import { usePerson } from '@berth/web/data/auth/person.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { LoadError } from '../parts/loading.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { DeletePanel } from './delete-panel.tsx';
import { FactorsPanel } from './factors-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

const accountQuery = read(readAccount);

/** The user's account: its security, its sessions, and the console's appearance. */
export function Component(): ReactNode {
  const { t } = useTexts();
  const person = usePerson();
  const { data, error } = useQuery(accountQuery);
  // The account belongs to the operator's own provider: password and factors are changed there.
  const isExternal = error instanceof ApiError && error.code === 'not-found';
  return (
    <Page anyRole title={t('account.title')} subtitle={person?.email}>
      {isExternal ? <Notice tone="info">{t('account.external')}</Notice> : <Protection />}
      <AppearancePanel />
      {(data || isExternal) && <DeletePanel isExternal={isExternal} />}
    </Page>
  );
}

function Protection(): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(accountQuery);
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) {
    return (
      <div aria-busy="true">
        <Panel title={t('account.password')}>
          <SkeletonLines count={3} />
        </Panel>
      </div>
    );
  }
  return (
    <>
      <PasswordPanel changedAt={data.passwordChangedAt} />
      <FactorsPanel totp={data.totp} recoveryCodesLeft={data.recoveryCodesLeft} passkeys={data.passkeys.length} />
      <PasskeysPanel passkeys={data.passkeys} />
      <SessionsPanel />
    </>
  );
}
