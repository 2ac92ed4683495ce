import type { BodyOf } from '@berth/contract/api/endpoint';
import type { previewLayers } from '@berth/contract/api/impact';
import { tagMachine } from '@berth/contract/api/machine-actions';
import { readMachine } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts, Words } from '@berth/web/i18n/texts.ts';
import type { ReactNode } from 'react';
import { FormDialog } from '../../dialogs/form-dialog.tsx';
import { openDialog } from '../../dialogs/stack.tsx';
import { useDialogForm } from '../../dialogs/use-dialog-form.ts';
import { askLayerImpact } from '../../layers/layer-impact-dialog.tsx';
import { offerUndo } from '../../parts/undo.ts';
import { TagField } from '../tags.tsx';
import { run, type Target } from './work.ts';

interface TagsDialogProps {
  readonly title: Words;
  readonly before: readonly string[];
  readonly close: (tags: readonly string[] | undefined) => void;
}

function TagsDialog({ title, before, close }: TagsDialogProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const form = useDialogForm({ start: { tags: before }, send: ({ tags }) => tags, close });
  return (
    <FormDialog form={form} title={title(texts)} submit={t('common.save')}>
      <TagField tags={form.values.tags} onChange={(tags) => form.set({ tags })} autoFocus />
    </FormDialog>
  );
}

/** Asks for tags; undefined when canceled. */
export function chooseTags(title: Words, before: readonly string[]) {
  return openDialog<readonly string[] | undefined>((close) => (
    <TagsDialog title={title} before={before} close={close} />
  ));
}

/** Changes the tags of one machine. */
export async function editTags(target: Target): Promise<void> {
  await run(target, async () => {
    const { tags: before, organizationId } = await call(readMachine, { params: { id: target.id } });
    const title: Words = ({ t }) => t('machines.tags.title', { name: target.name });
    const tags = await chooseTags(title, before);
    if (!tags) return;
    const change = { machines: [target.id], tags: [...tags] };
    if (!(await mayChangeTags(organizationId, change, title))) return;
    const { tags: after } = await call(tagMachine, { params: { id: target.id }, body: { tags: [...tags] } });
    const made = { action: tagMachine.id, targetId: target.id, before: { tags: before }, after: { tags: after } };
    offerUndo(({ t }) => t('machines.tags.done', { name: target.name }), made);
  });
}

type Retagging = NonNullable<BodyOf<typeof previewLayers>['tags']>;

/** Other tags can bring other layers: says what that changes. Whoever may not see layers is not asked. */
export async function mayChangeTags(orgId: OrganizationId, tags: Retagging, title: Words): Promise<boolean> {
  const ask = (texts: Texts) => ({ title: title(texts), yes: texts.t('common.save') });
  try {
    return await askLayerImpact(orgId, { tags }, ask, false);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden') return true;
    throw error;
  }
}
