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
import { showError } from '../dialogs/show-error.tsx';
import { LoadedPanel } from '../parts/loaded-panel.tsx';
import styles from './alerts-panel.module.css';

/** The days in each topic's description. */
const DAYS: Readonly<Record<AlertTopic, number>> = { machines: AWAY_DAYS, rollouts: 0, credits: GRACE_DAYS };

/** The emails that the user gets about an organization. */
export function AlertsPanel({ id, role }: Pick<Organization, 'id' | 'role'>): ReactNode {
  const { t } = useTexts();
  const person = usePerson();
  const query = useQuery(read(readAlerts, { params: { id } }));
  const note = person && t('members.alerts.to', { email: person.email });
  return (
    <LoadedPanel title={t('members.alerts')} note={note} query={query} lines={3}>
      {({ topics }) => <Topics id={id} role={role} chosen={topics} />}
    </LoadedPanel>
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
