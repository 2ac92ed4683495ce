import type { BodyOf } from '@berth/contract/api/endpoint';
import type { createEnrollmentCode } from '@berth/contract/api/enrollment';
import type { OrganizationId } from '@berth/contract/ids';
import {
  DEPLOYMENT_DEFAULT,
  OPEN_DEPLOYMENTS,
  type OpenDeployment,
  PROFILE_NAME_DEFAULT,
} from '@berth/contract/limits';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { realApiBase } from '@berth/web/data/client-config.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FieldPair, FormDialog } from '../dialogs/form-dialog.tsx';
import { showSecret } from '../dialogs/secret.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { isWithin, useDialogForm } from '../dialogs/use-dialog-form.ts';
import { TagField } from '../machines/tags.tsx';
import { profilesQuery } from '../organizations/queries.ts';
import { makeProfile } from '../profiles/new-profile.ts';
import styles from './code-dialog.module.css';

export type WantedCode = BodyOf<typeof createEnrollmentCode>;

const USES_MAX = 100_000;
const LIFETIME_DAYS = ['1', '7', '30', '365'] as const;

interface CodeValues {
  /** Empty for the first one. */
  readonly profile: string;
  /** Of the profile to create, where there is none. */
  readonly profileName: string;
  /** Undefined for the profile's own. */
  readonly deployment: OpenDeployment | undefined;
  readonly tags: readonly string[];
  readonly uses: string;
  readonly days: (typeof LIFETIME_DAYS)[number];
}

const START: CodeValues = {
  profile: '',
  profileName: PROFILE_NAME_DEFAULT,
  deployment: undefined,
  tags: [],
  uses: '10',
  days: '7',
};

interface CodeDialogProps<Made> {
  readonly orgId: OrganizationId;
  readonly send: (code: WantedCode) => Promise<Made>;
  readonly close: (made: Made | undefined) => void;
}

function CodeDialog<Made>({ orgId, send, close }: CodeDialogProps<Made>): ReactNode {
  const { t } = useTexts();
  // Includes a profile just created in another window.
  const profiles = useQuery({ ...profilesQuery(orgId), staleTime: 0 }).data;
  const chosenOf = (values: CodeValues) => profiles?.find(({ id }) => id === values.profile) ?? profiles?.[0];
  const deploymentOf = (values: CodeValues) =>
    values.deployment ?? OPEN_DEPLOYMENTS.find((each) => each === chosenOf(values)?.deployment) ?? DEPLOYMENT_DEFAULT;
  const isMissing = profiles?.length === 0;
  const form = useDialogForm({
    start: START,
    check: (values) => ({
      profileName: isMissing && values.profileName.trim() === '' ? t('common.required') : undefined,
      uses: isWithin(values.uses, USES_MAX) ? undefined : t('machines.enrollment.limit.range', { max: USES_MAX }),
    }),
    send: async (values) => {
      const { tags, uses, days } = values;
      const profileId = chosenOf(values)?.id ?? (await makeProfile(orgId, { name: values.profileName.trim() }));
      const lasting = { uses: Number(uses), validHours: Number(days) * 24 };
      return send({ profileId, deployment: deploymentOf(values), tags: [...tags], ...lasting });
    },
    close,
  });
  return (
    <FormDialog
      form={form}
      title={t('machines.enrollment.make')}
      submit={t('machines.enrollment.make')}
      disabled={!profiles}
    >
      {isMissing ? (
        <TextInput
          data-autofocus
          label={t('console.profile.new')}
          maxLength={DISPLAY_NAME.maxLength}
          {...form.text('profileName')}
        />
      ) : (
        <NativeSelect
          data-autofocus
          label={t('machines.enrollment.profile')}
          {...form.text('profile')}
          value={chosenOf(form.values)?.id ?? ''}
          data={(profiles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <NativeSelect
        label={t('console.machine.deployment')}
        description={t('machines.enrollment.variant.hint')}
        {...form.choice('deployment', OPEN_DEPLOYMENTS)}
        value={deploymentOf(form.values)}
        data={OPEN_DEPLOYMENTS.map((each) => ({ value: each, label: t(`console.deployment.${each}`) }))}
      />
      <TagField tags={form.values.tags} onChange={(tags) => form.set({ tags })} />
      <FieldPair>
        <TextInput label={t('machines.enrollment.limit')} inputMode="numeric" {...form.text('uses')} />
        <NativeSelect
          label={t('machines.enrollment.valid')}
          {...form.choice('days', LIFETIME_DAYS)}
          data={LIFETIME_DAYS.map((each) => ({
            value: each,
            label: t('machines.enrollment.days', { days: Number(each) }),
          }))}
        />
      </FieldPair>
    </FormDialog>
  );
}

/** Asks for the settings of a new code; undefined when canceled. */
export function askForCode<Made>(
  orgId: OrganizationId,
  send: CodeDialogProps<Made>['send'],
): Promise<Made | undefined> {
  return openDialog<Made | undefined>((close) => <CodeDialog orgId={orgId} send={send} close={close} />);
}

/** Shows a new code, as text and as a QR code. */
export function showCode(secret: string): Promise<void> {
  return showSecret(({ t }) => ({
    title: t('machines.enrollment.shown.title'),
    text: t('machines.enrollment.shown.text'),
    label: t('machines.enrollment.qr'),
    secret,
    content: (
      <div className={styles.shown}>
        <QrCode className={styles.picture} text={secret} label={t('machines.enrollment.qr')} />
        <code className={styles.code}>{secret}</code>
      </div>
    ),
  }));
}

/** Shows the commands that make this computer the machine of a new code. */
export function showCommands(code: string): Promise<void> {
  const server = new URL(realApiBase(), location.origin).origin;
  const lines = `BERTH_SERVER=${server}\nBERTH_ENROLLMENT_CODE=${code}`;
  const secret = `sudo tee -a /etc/berth/agent.env <<'END'\n${lines}\nEND\nsudo systemctl restart berth-agent`;
  return showSecret(({ t }) => ({
    title: t('machines.start.here'),
    text: t('machines.start.here.text'),
    label: t('machines.start.here.commands'),
    secret,
    content: <pre className={styles.commands}>{secret}</pre>,
  }));
}
