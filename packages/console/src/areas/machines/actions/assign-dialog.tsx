import type { ProfileId } from '@berth/contract/ids';
import { PROFILE_NAME_DEFAULT } from '@berth/contract/limits';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { Radio, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { activeOrganizationId } from '../../../data/active-organization.ts';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { FormDialog } from '../../dialogs/form-dialog.tsx';
import { openDialog } from '../../dialogs/stack.tsx';
import { useDialogForm } from '../../dialogs/use-dialog-form.ts';
import { profilesQuery } from '../../organizations/queries.ts';
import { LoadError } from '../../parts/loading.tsx';
import { makeProfile } from '../../profiles/new-profile.ts';
import styles from './actions.module.css';
import type { Target } from './work.ts';

interface AssignDialogProps {
  readonly title: Words;
  readonly before: ProfileId | null;
  readonly orgId: NonNullable<ReturnType<typeof activeOrganizationId>>;
  readonly close: (profileId: ProfileId | undefined) => void;
}

function AssignDialog({ title, before, orgId, close }: AssignDialogProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { data, error, refetch } = useQuery(profilesQuery(orgId));
  const isMissing = data?.length === 0;
  const form = useDialogForm({
    start: { chosen: before, name: PROFILE_NAME_DEFAULT as string },
    check: ({ chosen, name }) =>
      isMissing
        ? { name: name.trim() === '' ? t('common.required') : undefined }
        : { chosen: chosen === null ? t('console.machine.assign.missing') : undefined },
    send: ({ chosen, name }) => (isMissing ? makeProfile(orgId, { name: name.trim() }) : (chosen ?? undefined)),
    close,
  });
  return (
    <FormDialog form={form} title={title(texts)} submit={t('console.machine.assign.submit')} disabled={!data}>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonLines count={3} height="24px" />}
      {isMissing && (
        <TextInput
          data-autofocus
          label={t('console.profile.new')}
          maxLength={DISPLAY_NAME.maxLength}
          {...form.text('name')}
        />
      )}
      {data && !isMissing && (
        <Radio.Group
          aria-label={t('console.machine.assign.label')}
          value={form.values.chosen ?? ''}
          onChange={(value) => form.set({ chosen: data.find(({ id }) => id === value)?.id ?? null })}
          error={form.fault('chosen')}
        >
          <div className={styles.options}>
            {data.map((profile) => (
              <Radio
                key={profile.id}
                value={profile.id}
                label={profile.name}
                description={t('console.profile.revision', { revision: profile.revision })}
              />
            ))}
          </div>
        </Radio.Group>
      )}
    </FormDialog>
  );
}

/** Asks for a machine's new profile; undefined when canceled. */
export function chooseProfile(machine: Target): Promise<ProfileId | undefined> {
  return chooseProfileFor(({ t }) => t('console.machine.assign.title', { name: machine.name }), machine.profileId);
}

/** Asks for a profile; undefined when canceled. */
export function chooseProfileFor(title: Words, before: ProfileId | null): Promise<ProfileId | undefined> {
  const orgId = activeOrganizationId();
  if (orgId === null) return Promise.resolve(undefined);
  return openDialog<ProfileId | undefined>((close) => (
    <AssignDialog title={title} before={before} orgId={orgId} close={close} />
  ));
}
