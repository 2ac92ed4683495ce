import type { Profile } from '@berth/contract/api/profiles';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { SettingsForm, type SettingsFormProps } from '../../forms/settings-form.tsx';
import { Panel } from '../../ui/page.tsx';
import { AppNotice } from './app-notice.tsx';
import type { FormEntry } from './form-list.ts';
import type { Definition, Draft } from './use-draft.ts';

interface FormPanelProps extends Pick<SettingsFormProps<Definition>, 'readOnly' | 'attempts' | 'focus' | 'onFocused'> {
  readonly form: FormEntry;
  readonly profile: Profile;
  readonly draft: Draft;
  readonly openForm: (id: string) => void;
}

/** One form of a profile, with a notice where machines leave out what it sets. */
export function FormPanel({ form, profile, draft, openForm, ...shown }: FormPanelProps): ReactNode {
  const { t } = useTexts();
  const { deployment } = profile;
  return (
    <Panel title={t(form.label)}>
      <AppNotice
        form={form.id}
        definition={draft.definition as unknown as ProfileDefinition}
        deployment={deployment}
        openApps={() => openForm('app-manager')}
      />
      <SettingsForm
        form={form.id}
        value={draft.definition}
        onChange={draft.edit}
        faults={draft.serverFaults}
        deployment={deployment}
        openForm={openForm}
        {...shown}
      />
    </Panel>
  );
}
