import type { Machine } from '@berth/contract/api/machines';
import { compareRevisions } from '@berth/contract/api/profiles';
import type { ProfileId } from '@berth/contract/ids';
import type { MachineSettings } from '@berth/contract/profile/outside-profile';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { read } from '../../../data/query.ts';
import { Panel } from '../../../ui/page.tsx';
import { Status } from '../../../ui/status.tsx';
import { profilesQuery } from '../../organizations/queries.ts';
import { DifferenceTable } from '../../profiles/differences.tsx';
import { fieldName, partAt } from '../../profiles/form-list.ts';
import { RevisionStatus, revisionStateOf } from '../machine-status.tsx';
import { contextQuery } from './context-query.ts';
import listStyles from './list-panel.module.css';
import styles from './machine-page.module.css';

/** How the machine differs from its profile: values of an older revision, refused parts, its own settings. */
export function DifferencePanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const { id, profileId, organizationId, messages, appliedRevision: from, desiredRevision: to } = machine;
  const profile = useQuery(profilesQuery(organizationId)).data?.find((each) => each.id === profileId);
  const own = ownSettings(machine, useQuery(contextQuery(id)).data?.settings);
  const isPending = revisionStateOf(machine) === 'pending';
  const comparison = useQuery({
    ...read(compareRevisions, {
      params: { id: profileId ?? ('' as NonNullable<typeof profileId>) },
      query: { from: from ?? 1, to: to ?? 1 },
    }),
    enabled: profileId !== null && isPending && from !== null && to !== null && from !== to,
  });
  if (!profile) return null;
  const differences = isPending ? (comparison.data ?? []) : [];
  const rows = [
    ...(isPending ? [<RevisionStatus key="revision" machine={{ ...machine, messages: [] }} />] : []),
    ...refusedParts(messages).map((part) => (
      <RefusedPart key={part.reason + part.pointer} part={part} profileId={profile.id} />
    )),
  ];
  return (
    <Panel title={t('machines.differs.title', { profile: profile.name })} flush>
      {rows.length === 0 && own.length === 0 && <p className={listStyles.padded}>{t('machines.differs.none')}</p>}
      {rows.length > 0 && (
        <ul className={listStyles.list}>
          {rows.map((row) => (
            <li key={row.key} className={styles.difference}>
              {row}
            </li>
          ))}
        </ul>
      )}
      {differences.length > 0 && (
        <div className={styles.values}>
          <DifferenceTable differences={differences} before={t('machines.differs.machine')} after={profile.name} />
        </div>
      )}
      {own.length > 0 && (
        <dl className={styles.own}>
          {own.map(({ label, value }) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>
                <Link to={paths.machine(id, 'settings')}>{value === '' ? t('console.history.on') : value}</Link>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}

/** A part of the profile that the machine does not apply; without a pointer, what it says of the whole. */
interface Refused {
  readonly pointer?: string;
  readonly reason: string;
}

/** The parts named in a machine's message: "/thinhoc/sip must be object; /system/…". */
export function refusedParts(messages: readonly string[]): readonly Refused[] {
  return messages
    .flatMap((message) => message.split('; '))
    .map((part) => {
      const [, pointer, reason] = /^(\/\S+) (.+)$/.exec(part) ?? [];
      return pointer !== undefined && reason !== undefined ? { pointer, reason } : { reason: part };
    });
}

function RefusedPart({ part, profileId }: { readonly part: Refused; readonly profileId: ProfileId }): ReactNode {
  const texts = useTexts();
  const { pointer, reason } = part;
  if (pointer === undefined) return <span>{reason}</span>;
  return (
    <span className={styles.refused}>
      <Link to={paths.profile(profileId, partAt(pointer)?.page.id)}>{fieldName(texts, pointer)}</Link>
      <Status tone="bad">{texts.t('machines.differs.refused')}</Status>
      <span className={styles.reason} lang="en">
        {reason}
      </span>
    </span>
  );
}

interface OwnSetting {
  readonly label: MessageKey;
  /** Empty for settings that are only turned on. */
  readonly value: string;
}

/** Phone and calendar, if set up; they are not part of a profile. */
function ownSettings({ deployment }: Machine, context: unknown): readonly OwnSetting[] {
  const { machine: all } = (context ?? {}) as { readonly machine?: MachineSettings };
  const { sip, calendar_integration: calendar } = all?.[deployment] ?? {};
  return [
    ...(sip?.enabled ? [{ label: 'profile.machine-settings.sip.enabled.label' as const, value: '' }] : []),
    ...(calendar?.url
      ? [{ label: 'profile.machine-settings.calendar_integration.url.label' as const, value: calendar.url }]
      : []),
  ];
}
