import { REQUIRED_DEPLOYMENTS, usableDefinition } from '@berth/contract/apps/usable';
import type { Deployment } from '@berth/contract/limits';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { FormId } from '@berth/contract/profile/forms/all';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { Notice } from '../../ui/notice.tsx';

/** Forms whose settings machines use only while an app is on. */
const APPS: Partial<Record<FormId, 'thinhoc::dashboard' | 'thinhoc::rdp-client'>> = {
  dashboard: 'thinhoc::dashboard',
  'sessions/rdp': 'thinhoc::rdp-client',
};

interface AppNoticeProps {
  readonly form: FormId;
  readonly definition: ProfileDefinition;
  readonly deployment: Deployment;
  readonly openApps: () => void;
}

/** Says that machines leave out what a form sets, because its app is off or not for their variant. */
export function AppNotice({ form, definition, deployment, openApps }: AppNoticeProps): ReactNode {
  const { t } = useTexts();
  const app = APPS[form];
  if (app === undefined || usableDefinition(definition, deployment).thinhoc.apps.enabled.includes(app)) return null;
  const required = REQUIRED_DEPLOYMENTS[app];
  const isAllowed = required === undefined || required === deployment;
  const name = t(`apps.${app}.name`);
  return (
    <Notice
      tone="warn"
      action={
        isAllowed && (
          <Button variant="default" size="compact-sm" onClick={openApps}>
            {t('console.form.apps')}
          </Button>
        )
      }
    >
      {isAllowed || required === undefined
        ? t('console.app.off', { name })
        : t('console.app.variant', { name, deployment: t(`console.deployment.${required}`) })}
    </Notice>
  );
}
