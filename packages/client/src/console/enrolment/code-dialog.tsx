import type { BodyOf } from '@berth/contract/api/endpoint';
import type { createEnrolmentCode } from '@berth/contract/api/enrolment';
import type { OrganizationId } from '@berth/contract/ids';
import { DEPLOYMENT_DEFAULT, OPEN_DEPLOYMENTS, type OpenDeployment } from '@berth/contract/limits';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/store.ts';
import type { Words } from '../../i18n/texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { FormDialog } from '../../ui/mantine/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { TagField } from '../machines/tag-field.tsx';
import { profilesQuery } from '../organizations/queries.ts';
import styles from './code-dialog.module.css';

export type WantedCode = BodyOf<typeof createEnrolmentCode>;

const USES_MAX = 100_000;
const LIFETIME_DAYS = ['1', '7', '30', '365'] as const;

interface CodeDialogProps {
  readonly orgId: OrganizationId;
  /** What the server refuses, in words. */
  readonly send: (code: WantedCode) => Promise<Words | undefined>;
  readonly close: () => void;
}

function CodeDialog({ orgId, send, close }: CodeDialogProps): ReactNode {
  const { t } = useTexts();
  // One that was made a moment ago elsewhere is among them.
  const profiles = useQuery({ ...profilesQuery(orgId), staleTime: 0 }).data;
  const [profile, setProfile] = useState<string>();
  const [deployment, setDeployment] = useState<OpenDeployment>(DEPLOYMENT_DEFAULT);
  const [tags, setTags] = useState<readonly string[]>([]);
  const [uses, setUses] = useState('10');
  const [days, setDays] = useState<string>('7');
  const [problem, setProblem] = useWords();
  const [busy, setBusy] = useState(false);
  const chosen = profiles?.find(({ id }) => id === profile) ?? profiles?.[0];
  const count = /^\d{1,6}$/.test(uses.trim()) ? Number(uses) : 0;
  const isCount = count >= 1 && count <= USES_MAX;
  const submit = async () => {
    if (!chosen || !isCount) return;
    setBusy(true);
    const wanted = { profileId: chosen.id, deployment, tags: [...tags], uses: count, validHours: Number(days) * 24 };
    const refused = await send(wanted);
    setBusy(false);
    if (refused === undefined) close();
    else setProblem(refused);
  };
  return (
    <FormDialog
      title={t('machines.enrolment.make')}
      submit={t('machines.enrolment.make')}
      cancel={t('common.cancel')}
      busy={busy}
      disabled={!chosen}
      problem={problem}
      onSubmit={submit}
      onClose={close}
    >
      {profiles?.length === 0 && <Notice tone="warn">{t('machines.enrolment.noProfile')}</Notice>}
      <NativeSelect
        data-autofocus
        label={t('machines.enrolment.profile')}
        value={chosen?.id ?? ''}
        onChange={(event) => setProfile(event.currentTarget.value)}
        data={(profiles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NativeSelect
        label={t('console.machine.deployment')}
        description={t('machines.enrolment.variant.hint')}
        value={deployment}
        onChange={(event) =>
          setDeployment(OPEN_DEPLOYMENTS.find((each) => each === event.currentTarget.value) ?? deployment)
        }
        data={OPEN_DEPLOYMENTS.map((each) => ({ value: each, label: t(`console.deployment.${each}`) }))}
      />
      <TagField tags={tags} onChange={setTags} />
      <div className={styles.pair}>
        <TextInput
          label={t('machines.enrolment.limit')}
          inputMode="numeric"
          value={uses}
          onChange={(event) => setUses(event.currentTarget.value)}
          error={isCount ? undefined : t('machines.enrolment.limit.range', { max: USES_MAX })}
        />
        <NativeSelect
          label={t('machines.enrolment.valid')}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
          data={LIFETIME_DAYS.map((each) => ({
            value: each,
            label: t('machines.enrolment.days', { days: Number(each) }),
          }))}
        />
      </div>
    </FormDialog>
  );
}

/** Asks what a code is to be good for. */
export async function askForCode(orgId: OrganizationId, send: CodeDialogProps['send']): Promise<void> {
  await openDialog<void>((close) => <CodeDialog orgId={orgId} send={send} close={close} />);
}
