import type { Machine } from '@berth/contract/api/machines';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../../ui/page.tsx';
import { profilesQuery, useMay } from '../../organizations/queries.ts';
import { useNow } from '../../parts/use-now.ts';
import { rolloutsQuery } from '../../rollouts/queries.ts';
import { editNote } from '../actions/note.ts';
import { assign, rename } from '../actions/settings.ts';
import { editTags } from '../actions/tags-dialog.tsx';
import { changeVariant } from '../actions/variant-dialog.tsx';
import { MachineStatus, RevisionStatus } from '../machine-status.tsx';
import { TagList } from '../tags.tsx';
import styles from './machine-page.module.css';

/** The machine's state, user and network. */
export function FactsPanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t, dateTime, duration, relative } = useTexts();
  const now = useNow();
  useQuery(rolloutsQuery(machine.organizationId));
  const { loggedIn, ipAddress, model, serial, online, lastSeen, uptime, runningSince, agentVersion } = machine;
  const seen = lastSeen === null ? t('console.seen.never') : relative(lastSeen, now);
  return (
    <FactList
      title={t('console.column.state')}
      facts={[
        [t('console.column.state'), <MachineStatus key="state" machine={machine} />],
        [t('console.column.profile'), <ProfileLink key="profile" machine={machine} />],
        [t('console.column.revision'), <RevisionStatus key="revision" machine={machine} />],
        [t('machines.column.user'), loggedIn ?? <span className={styles.nobody}>{t('machines.user.none')}</span>],
        [t('machines.column.address'), ipAddress],
        [t('machines.inventory.model'), model],
        [t('machines.inventory.serial'), serial && <code key="serial">{serial}</code>],
        [t('console.machine.agent'), agentVersion],
        [t('console.column.seen'), online ? t('console.seen.now') : seen],
        [t('console.machine.uptime'), uptime === null ? null : duration(uptime)],
        [t('console.machine.runningSince'), runningSince === null ? null : dateTime(runningSince)],
        [t('machines.tags'), <Tags key="tags" machine={machine} />],
        [t('machines.note'), <Note key="note" machine={machine} />],
      ]}
    />
  );
}

/** The machine's settings and registration. */
export function IdentityPanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t, dateTime } = useTexts();
  const mayChange = useMay('machine.write');
  const mayRegister = useMay('machine.register');
  const change = (label: MessageKey, may: boolean, act: (target: Machine) => Promise<unknown>) =>
    may && (
      <Button variant="subtle" size="compact-sm" onClick={() => void act(machine)}>
        {t(label)}
      </Button>
    );
  return (
    <FactList
      title={t('machines.tab.settings')}
      facts={[
        [
          t('common.name'),
          <span key="name" className={styles.setting}>
            {machine.name}
            {change('common.rename', mayChange, rename)}
          </span>,
        ],
        [
          t('console.column.profile'),
          <span key="profile" className={styles.setting}>
            <ProfileLink machine={machine} />
            {change('console.machine.assign', mayChange, assign)}
          </span>,
        ],
        [t('machines.tags'), <Tags key="tags" machine={machine} />],
        [
          t('console.machine.deployment'),
          <span key="variant" className={styles.setting}>
            {t(`console.deployment.${machine.deployment}`)}
            {change('machines.variant', mayRegister, changeVariant)}
          </span>,
        ],
        [t('console.machine.registered'), dateTime(machine.registeredAt)],
        [t('console.machine.id'), <code key="id">{machine.id}</code>],
      ]}
    />
  );
}

interface FactListProps {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** One fact per line; unknown ones are omitted. */
function FactList({ title, facts }: FactListProps): ReactNode {
  return (
    <Panel title={title}>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  );
}

function ProfileLink({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const { data } = useQuery(profilesQuery(machine.organizationId));
  const profile = data?.find(({ id }) => id === machine.profileId);
  if (!profile) return machine.profileId === null ? t('console.revision.none') : '…';
  return <Link to={paths.profile(profile.id)}>{profile.name}</Link>;
}

function Tags({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('machine.write');
  return (
    <span className={styles.tags}>
      {machine.tags.length === 0 ? t('machines.tags.none') : <TagList tags={machine.tags} />}
      {mayChange && (
        <Button variant="subtle" size="compact-sm" onClick={() => void editTags(machine)}>
          {t('machines.tags.edit')}
        </Button>
      )}
    </span>
  );
}

function Note({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('machine.write');
  return (
    <span className={styles.noted}>
      <span className={styles.note}>{machine.note === '' ? t('machines.note.none') : machine.note}</span>
      {mayChange && (
        <Button variant="subtle" size="compact-sm" onClick={() => void editNote(machine)}>
          {t('machines.note.edit')}
        </Button>
      )}
    </span>
  );
}
