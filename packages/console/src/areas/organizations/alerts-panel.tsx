import { AWAY_DAYS } from '@berth/contract/api/fleet';
import { changeAlerts, readAlerts } from '@berth/contract/api/members';
import type { Organization } from '@berth/contract/api/organizations';
import { type AlertTopic, alertTopicsOf } from '@berth/contract/rules/alerts';
import { GRACE_DAYS } from '@berth/contract/rules/billing';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { usePerson } from '@berth/web/data/auth/person.ts';
import { call } from '@berth/web/data/call.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient, queryKey, read } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { LoadError } from '../parts/loading.tsx';
import styles from './alerts-panel.module.css';

/** The days in each topic's description. */
const DAYS: Readonly<Record<AlertTopic, number>> = { machines: AWAY_DAYS, rollouts: 0, credits: GRACE_DAYS };

/** The emails that the user gets about an organization. */
export function AlertsPanel({ id, role }: Pick<Organization, 'id' | 'role'>): ReactNode {
  const { t } = useTexts();
  const person = usePerson();
  const { data, error, refetch } = useQuery(read(readAlerts, { params: { id } }));
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  return (
    <Panel title={t('members.alerts')} note={person && t('members.alerts.to', { email: person.email })}>
      {data ? (
        <Topics id={id} role={role} chosen={data.topics} />
      ) : (
        <div aria-busy="true">
          <SkeletonLines count={3} />
        </div>
      )}
    </Panel>
  );
}

interface TopicsProps extends Pick<Organization, 'id' | 'role'> {
  readonly chosen: readonly AlertTopic[];
}

function Topics({ id, role, chosen }: TopicsProps): ReactNode {
  const { t } = useTexts();
  const [busy, during] = useBusy();
  const change = (topic: AlertTopic, isOn: boolean) =>
    during(async () => {
      const topics = [...chosen.filter((each) => each !== topic), ...(isOn ? [topic] : [])];
      const saved = await call(changeAlerts, { params: { id }, body: { topics } });
      queryClient.setQueryData(queryKey(readAlerts, { params: { id } }), saved);
    }).catch(showError);
  return (
    <div className={styles.topics}>
      {alertTopicsOf(role).map((topic) => (
        <Switch
          key={topic}
          label={t(`members.alerts.${topic}`)}
          description={t(`members.alerts.${topic}.description`, { days: DAYS[topic] })}
          checked={chosen.includes(topic)}
          disabled={busy}
          onChange={(event) => void change(topic, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}
