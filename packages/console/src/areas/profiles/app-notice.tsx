import { REQUIRED_DEPLOYMENTS, usableDefinition } from '@berth/contract/apps/usable';
import type { Deployment } from '@berth/contract/limits';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { FormId } from '@berth/contract/profile/forms/all';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import styles from './profile-page.module.css';

/** Forms whose settings machines use only while an app is on. */
const APPS = {
  dashboard: 'thinhoc::dashboard',
  mirror: 'thinhoc::mirroring',
  'sessions/rdp': 'thinhoc::rdp-client',
  sip: 'thinhoc::sip-client',
} as const satisfies Partial<Record<FormId, string>>;

interface AppNoticeProps {
  readonly form: FormId;
  readonly definition: ProfileDefinition;
  readonly deployment: Deployment;
  readonly openApps: () => void;
}

/** Says that machines ignore a form's settings, because its app is off or not for their variant. */
export function AppNotice({ form, definition, deployment, openApps }: AppNoticeProps): ReactNode {
  const { t } = useTexts();
  const app = form in APPS ? APPS[form as keyof typeof APPS] : undefined;
  if (app === undefined || usableDefinition(definition, deployment).thinhoc.apps.enabled.includes(app)) return null;
  const required = REQUIRED_DEPLOYMENTS[app];
  const isAllowed = required === undefined || required === deployment;
  const name = t(`apps.${app}.name`);
  return (
    <div className={styles.notice}>
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
    </div>
  );
}
