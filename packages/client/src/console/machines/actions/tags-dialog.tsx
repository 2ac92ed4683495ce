import { tagMachine } from '@berth/contract/api/machine-actions';
import { readMachine } from '@berth/contract/api/machines';
import { isTag, TAG, TAGS_MAX } from '@berth/contract/rules/tags';
import { Button, TagsInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { type ReactNode, useState } from 'react';
import { call } from '../../../data/call.ts';
import { currentTexts, useTexts } from '../../../i18n/store.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { openDialog } from '../../dialogs/stack.tsx';
import { run, type Target } from './work.ts';

interface TagsDialogProps {
  readonly title: string;
  readonly before: readonly string[];
  readonly submit: string;
  readonly close: (tags: readonly string[] | undefined) => void;
}

function TagsDialog({ title, before, submit, close }: TagsDialogProps): ReactNode {
  const { t } = useTexts();
  const [tags, setTags] = useState<readonly string[]>(before);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const take = (wanted: readonly string[]) => {
    const wrong = wanted.find((tag) => !isTag(tag));
    setFault(wrong === undefined ? undefined : t('machines.tags.invalid', { tag: wrong }));
    if (wrong !== undefined) return false;
    setTags(wanted);
    return true;
  };
  const done = () => {
    const rest = typed.trim();
    const wanted = rest === '' || tags.includes(rest) ? tags : [...tags, rest];
    if (take(wanted)) close(wanted);
  };
  return (
    <Dialog
      title={title}
      onClose={() => close(undefined)}
      actions={
        <>
          <Button variant="default" onClick={() => close(undefined)}>
            {t('common.cancel')}
          </Button>
          <Button onClick={done}>{submit}</Button>
        </>
      }
    >
      <TagsInput
        data-autofocus
        label={t('machines.tags.label')}
        description={t('machines.tags.hint')}
        value={[...tags]}
        onChange={take}
        searchValue={typed}
        onSearchChange={setTyped}
        error={fault}
        maxTags={TAGS_MAX}
        maxLength={TAG.maxLength}
        comboboxProps={{ withinPortal: false }}
      />
    </Dialog>
  );
}

/** Asks for tags; undefined when the person leaves. */
function chooseTags(title: string, before: readonly string[], submit: string) {
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
