import { noteMachine } from '@berth/contract/api/machine-actions';
import type { Machine } from '@berth/contract/api/machines';
import { MACHINE_NOTE } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { prompt } from '../../dialogs/prompt.tsx';
import { offerUndo } from '../../parts/undo.ts';
import { refresh } from './work.ts';

/** Asks for the note about a machine and saves it; an empty one removes it. Offers undo. */
export async function editNote(machine: Pick<Machine, 'id' | 'name' | 'note'>): Promise<void> {
  const { id, name, note: before } = machine;
  const note = await prompt(({ t }) => ({
    title: t('machines.note.title', { name }),
    label: t('machines.note'),
    description: t('machines.note.hint'),
    value: before,
    // A newer note is not replaced by old input.
    place: `note ${id} ${before}`,
    multiline: true,
    optional: true,
    submit: t('common.save'),
    maxLength: MACHINE_NOTE.maxLength,
    run: (wanted) => call(noteMachine, { params: { id }, body: { note: wanted } }),
  }));
  await refresh(machine);
  if (note === undefined || note === before) return;
  offerUndo(({ t }) => t('machines.note.done', { name }), {
    action: noteMachine.id,
    targetId: id,
    before: { note: before },
    after: { note },
  });
}
