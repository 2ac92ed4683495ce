import {
  countByProfile,
  type ImportPreview,
  type ImportRule,
  importMachines,
  listTags,
  NONE,
  previewImport,
} from '@berth/contract/api/fleet';
import { listOrganizationMachines } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import { TAG, TAGS_MAX } from '@berth/contract/rules/names';
import { DISPLAY_NAME, MACHINE_NOTE } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { reload } from '../../../data/query.ts';
import { readTable } from '../../../data/spreadsheet.ts';
import { FileButton } from '../../../forms/files/file-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FormDialog } from '../../dialogs/form-dialog.tsx';
import { inform } from '../../dialogs/inform.tsx';
import { showError } from '../../dialogs/show-error.tsx';
import { openDialog } from '../../dialogs/stack.tsx';
import { useDialogForm } from '../../dialogs/use-dialog-form.ts';
import { SimpleTable } from '../../parts/simple-table.tsx';
import { offerBack } from '../../parts/undo.ts';
import styles from './import-dialog.module.css';

/** What a rule allows at most, which its text names. */
const MOST: Partial<Record<ImportRule, number>> = {
  'name-invalid': DISPLAY_NAME.maxLength,
  'tag-invalid': TAG.maxLength,
  'tags-too-many': TAGS_MAX,
  'note-invalid': MACHINE_NOTE.maxLength,
};

/** Maximum number of rows shown in the dialog. */
const SHOWN = 50;

/** A file, and the result of its dry run. */
interface Checked {
  readonly csv: string;
  readonly name: string;
  /** See readTable. */
  readonly assumed: string | undefined;
  readonly preview: ImportPreview;
}

/** An imported file, and the one that restores what it changed. */
interface Imported {
  readonly csv: string;
  readonly changed: number;
  readonly undo: string | null;
}

interface ImportDialogProps {
  readonly orgId: OrganizationId;
  readonly close: (imported: Imported | undefined) => void;
}

/** Selects a CSV file, shows its changes or all its faults, and imports it. */
function ImportDialog({ orgId, close }: ImportDialogProps): ReactNode {
  const { t, language } = useTexts();
  const params = { orgId };
  const form = useDialogForm<{ readonly file: Checked | undefined }, Imported>({
    start: { file: undefined },
    send: async ({ file }) =>
      file && { csv: file.csv, ...(await call(importMachines, { params, body: { csv: file.csv } })) },
    close,
  });
  const check = async (file: File) => {
    const table = readTable(new Uint8Array(await file.arrayBuffer()), language);
    if (!table) {
      form.set({ file: undefined });
      return refuse();
    }
    const { text: csv, assumed } = table;
    const preview = await call(previewImport, { params, body: { csv } });
    form.set({ file: { csv, name: file.name, assumed, preview } });
  };
  const { file } = form.values;
  const count = file?.preview.changes.length ?? 0;
  const isReady = count > 0 && file?.preview.faults.length === 0;
  return (
    <FormDialog
      form={form}
      title={t('machines.import')}
      submit={t('machines.import.submit', { count: isReady ? count : 0 })}
      disabled={!isReady}
    >
      <p>{t('machines.import.hint')}</p>
      <div className={styles.file}>
        <FileButton
          size="sm"
          accept=".csv,.tsv,.txt,text/csv"
          onChoose={(chosen) => void check(chosen).catch(showError)}
        >
          {t('machines.import.choose')}
        </FileButton>
        {file && <span className={styles.name}>{file.name}</span>}
      </div>
      {file?.assumed !== undefined && (
        <Notice tone="warn">{t('machines.import.assumed', { encoding: file.assumed })}</Notice>
      )}
      {file && <Result preview={file.preview} />}
    </FormDialog>
  );
}

/** Says that a file is no table, such as a workbook. */
function refuse(): Promise<void> {
  return inform(({ t }) => ({ title: t('machines.import'), message: t('machines.import.notText') }));
}

function Result({ preview }: { readonly preview: ImportPreview }): ReactNode {
  const { t } = useTexts();
  const { faults, changes, rows, ignored } = preview;
  if (faults.length > 0) return <Faults faults={faults} />;
  return (
    <>
      <p role="status">
        {t('machines.import.found', { rows, count: changes.length })}{' '}
        {ignored.length > 0 && t('machines.import.ignored', { columns: ignored.join(', ') })}
      </p>
      {changes.length > 0 && (
        <div className={styles.table}>
          <SimpleTable
            label={t('machines.import.changes')}
            head={[
              t('machines.import.machine'),
              t('common.name'),
              t('machines.tags'),
              t('console.column.profile'),
              t('machines.note'),
            ]}
            rows={changes.slice(0, SHOWN).map(({ id, current, name, tags, profile, note }) => ({
              id,
              cells: [
                current,
                name ?? '–',
                tags ? tags.join(' ') || NONE : '–',
                profile ?? '–',
                note === undefined ? '–' : note || NONE,
              ],
            }))}
          />
        </div>
      )}
      {changes.length > SHOWN && <p>{t('machines.dashboard.more', { count: changes.length - SHOWN })}</p>}
    </>
  );
}

function Faults({ faults }: Pick<ImportPreview, 'faults'>): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <Notice tone="bad">{t('machines.import.faults', { count: faults.length })}</Notice>
      <div className={styles.table}>
        <SimpleTable
          label={t('machines.import.faults', { count: faults.length })}
          head={[t('machines.import.line'), t('machines.import.column'), t('machines.import.fault')]}
          numbers={[t('machines.import.line')]}
          rows={faults.slice(0, SHOWN).map(({ line, column, rule, value }, index) => ({
            id: String(index),
            cells: [String(line), column, t(`machines.import.rule.${rule}`, { value, max: MOST[rule] ?? 0 })],
          }))}
        />
      </div>
      {faults.length > SHOWN && <p>{t('machines.dashboard.more', { count: faults.length - SHOWN })}</p>}
    </>
  );
}

/** Imports names, tags and profiles of machines from a CSV file, and offers to take it back. */
export async function importFromFile(orgId: OrganizationId): Promise<void> {
  const imported = await openDialog<Imported | undefined>((close) => <ImportDialog orgId={orgId} close={close} />);
  if (!imported) return;
  const { csv, changed, undo } = imported;
  const params = { orgId };
  offerBack(
    ({ t }) => t('machines.bulk.changed', { count: changed }),
    undo === null
      ? undefined
      : {
          permission: 'machine.write',
          holds: async () => {
            const { changes, faults } = await call(previewImport, { params, body: { csv } });
            return changes.length + faults.length === 0;
          },
          takeBack: () => call(importMachines, { params, body: { csv: undo } }),
        },
  );
  await reload(listOrganizationMachines, listTags, countByProfile);
}
