import { changeProfile, deleteProfile, listOrganizationProfiles, type Profile } from '@berth/contract/api/profiles';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconFileImport,
  IconPencil,
  IconStairsUp,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { reload } from '../../data/query.ts';
import { DANGER } from '../../ui/mantine/theme.ts';
import { IN_CONTENT } from '../../ui/page.tsx';
import { lacksPro, mayAddProfile, ProMark } from '../billing/pro-gate.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { prompt } from '../dialogs/prompt.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { useMay } from '../organizations/queries.ts';
import { toast } from '../parts/toast.ts';
import { offerUndo } from '../parts/undo.ts';
import { resolveConflict } from './conflict.tsx';
import { importInto } from './import/import-into.ts';
import { downloadProfile, duplicate, profileNameFault } from './profile-files.ts';
import { type Draft, remember } from './use-draft.ts';

/** Actions on a whole profile. */
export function ProfileMenu({ profile, draft }: { readonly profile: Profile; readonly draft: Draft }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  if (!useMay('profile.write')) return null;
  const remove = async () => {
    if (await removeProfile(profile)) await navigate(paths.profiles());
  };
  const copy = async () => {
    if (!(await mayAddProfile(profile.organizationId, 1))) return;
    const id = await duplicate(profile);
    if (id !== undefined) await navigate(paths.profile(id));
  };
  return (
    <Menu position="bottom-end" portalProps={IN_CONTENT}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('console.profile.actions', { name: profile.name })}>
          <IconDots size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />}
          onClick={() => void rename(profile, draft)}
        >
          {t('common.rename')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={18} stroke={1.5} aria-hidden />}
          rightSection={lacksPro(profile.organizationId) && <ProMark />}
          onClick={() => void copy()}
        >
          {t('console.profile.duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileImport size={18} stroke={1.5} aria-hidden />}
          onClick={() => void importInto(draft)}
        >
          {t('forms.import.open')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          onClick={() => void downloadProfile(profile)}
        >
          {t('console.profile.export')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.rollouts({ profile: profile.id })}
          leftSection={<IconStairsUp size={18} stroke={1.5} aria-hidden />}
        >
          {t('console.nav.rollouts')}
        </Menu.Item>
        <Menu.Item
          color={DANGER}
          leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />}
          onClick={() => void remove()}
        >
          {t('common.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function rename(profile: Profile, draft: Draft): Promise<void> {
  await prompt(({ t }) => ({
    title: t('console.profile.rename'),
    label: t('common.name'),
    value: profile.name,
    submit: t('common.rename'),
    maxLength: DISPLAY_NAME.maxLength,
    run: async (name) => {
      try {
        const renamed = await call(changeProfile, {
          params: { id: profile.id },
          body: { name },
          ifMatch: draft.base.revision,
        });
        draft.latest().rebase(renamed, true);
        await remember(renamed);
        offerUndo((texts) => texts.t('console.profile.rename.done', { name: renamed.name }), {
          action: changeProfile.id,
          targetId: profile.id,
          before: { revision: draft.base.revision },
          after: { revision: renamed.revision },
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'revision-conflict') await resolveConflict(draft);
        throw profileNameFault(error);
      }
    },
  }));
}

async function removeProfile(profile: Profile): Promise<boolean> {
  const sure = await confirm(({ t }) => ({
    title: t('console.profile.delete.title', { name: profile.name }),
    message: t('console.profile.delete.message'),
    yes: t('common.delete'),
    danger: true,
  }));
  if (!sure) return false;
  try {
    await call(deleteProfile, { params: { id: profile.id } });
    toast(({ t }) => t('console.deleted', { name: profile.name }));
    await reload(listOrganizationProfiles);
    return true;
  } catch (error) {
    console.error(error);
    await showError(error);
    return false;
  }
}
