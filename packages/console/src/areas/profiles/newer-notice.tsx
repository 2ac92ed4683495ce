import type { Profile } from '@berth/contract/api/profiles';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { personName } from '../parts/person-name.ts';
import { resolveConflict } from './conflict-dialog.tsx';
import type { Draft } from './use-draft.ts';

/** Says early that somebody else saved, while this draft has changes of its own. */
export function NewerNotice({ profile, draft }: { readonly profile: Profile; readonly draft: Draft }): ReactNode {
  const { t } = useTexts();
  if (profile.revision <= draft.base.revision || !draft.isChanged) return null;
  return (
    <Notice
      tone="warn"
      action={
        <Button variant="default" size="compact-sm" onClick={() => void resolveConflict(draft)}>
          {t('console.conflict.look')}
        </Button>
      }
    >
      {t('console.conflict.notice', { author: personName(t, profile.updatedBy), revision: profile.revision })}
    </Notice>
  );
}
