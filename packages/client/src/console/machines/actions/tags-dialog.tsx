import { tagMachine } from '@berth/contract/api/machine-actions';
import { readMachine } from '@berth/contract/api/machines';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../../../data/call.ts';
import { currentTexts, useTexts } from '../../../i18n/store.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { openDialog } from '../../dialogs/stack.tsx';
import { TagField } from '../tag-field.tsx';
import { run, type Target } from './work.ts';

interface TagsDialogProps {
  readonly title: string;
  readonly before: readonly string[];
  readonly submit: string;
  readonly close: (tags: readonly string[] | undefined) => void;
}

function TagsDialog({ title, before, submit, close }: TagsDialogProps): ReactNode {
  const { t } = useTexts();
  const [tags, setTags] = useState(before);
  return (
    <Dialog
      title={title}
      onClose={() => close(undefined)}
      actions={
        <>
          <Button variant="default" onClick={() => close(undefined)}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => close(tags)}>{submit}</Button>
        </>
      }
    >
      <TagField tags={tags} onChange={setTags} autoFocus />
    </Dialog>
  );
}

/** Asks for tags; undefined when the person leaves. */
export function chooseTags(title: string, before: readonly string[], submit: string) {
  return openDialog<readonly string[] | undefined>((close) => (
    <TagsDialog title={title} before={before} submit={submit} close={close} />
  ));
}

/** Changes the tags of one machine. */
export async function editTags(target: Target): Promise<void> {
  const { t } = currentTexts();
  await run(target, async () => {
    const { tags: before } = await call(readMachine, { params: { id: target.id } });
    const tags = await chooseTags(t('machines.tags.title', { name: target.name }), before, t('common.save'));
    if (tags) await call(tagMachine, { params: { id: target.id }, body: { tags: [...tags] } });
  });
}
