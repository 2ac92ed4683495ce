import { readImport } from '@berth/contract/import/read-import';
import { IMPORT_BYTES_MAX, type ImportEntry, ImportError, type Imported } from '@berth/contract/import/report';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FileButton } from '../../../forms/files/file-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Status } from '../../../ui/status.tsx';
import { openDialog } from '../../dialogs/stack.tsx';
import { SimpleTable } from '../../parts/simple-table.tsx';
import { fieldName } from '../form-list.ts';
import styles from './import-dialog.module.css';

type Part = Imported['definition'];

/** Lines shown at first, and with each click: a large file has tens of thousands. */
const SHOWN = 200;

function ImportDialog({ close }: { readonly close: (part: Part | undefined) => void }): ReactNode {
  const { t } = useTexts();
  const [imported, setImported] = useState<Imported>();
  const [error, setError] = useState<ImportError['code']>();
  const take = async (file: File) => {
    setImported(undefined);
    setError(undefined);
    try {
      if (file.size > IMPORT_BYTES_MAX) throw new ImportError('too-large');
      setImported(readImport(file.name, new Uint8Array(await file.arrayBuffer())));
    } catch (caught) {
      setError(caught instanceof ImportError ? caught.code : 'not-text');
    }
  };
  return (
    <Dialog
      title={t('forms.import.open')}
      onClose={() => close(undefined)}
      actions={
        <>
          <Button variant="default" onClick={() => close(undefined)}>
            {t('common.cancel')}
          </Button>
          <Button disabled={!imported} onClick={() => close(imported?.definition)}>
            {t('forms.import.apply')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{t('forms.import.about')}</p>
        <div>
          <FileButton accept=".rdp,.rdpw,.json" size="sm" onChoose={(file) => void take(file)}>
            {t('forms.import.choose')}
          </FileButton>
        </div>
        <div aria-live="polite" className={styles.body}>
          {error !== undefined && (
            <Notice tone="bad">{t(`forms.import.error.${error}`, { kilobytes: IMPORT_BYTES_MAX / 1024 })}</Notice>
          )}
          {imported && <Report key={imported.entries.length} entries={imported.entries} />}
        </div>
      </div>
    </Dialog>
  );
}

/** What became of each line. */
function Report({ entries }: { readonly entries: readonly ImportEntry[] }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const [shown, setShown] = useState(SHOWN);
  const taken = entries.filter(({ fields }) => fields.length > 0).length;
  return (
    <>
      <p>{t('forms.import.counts', { taken, left: entries.length - taken })}</p>
      <SimpleTable
        label={t('forms.import.open')}
        head={[t('forms.import.line'), t('forms.import.setting'), t('forms.import.value'), t('forms.import.result')]}
        rows={entries.slice(0, shown).map((entry) => ({
          id: `${entry.lines[0]} ${entry.name}`,
          cells: [linesOf(entry), entry.name, entry.value, <Result key="result" entry={entry} texts={texts} />],
        }))}
      />
      {entries.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + SHOWN)}>
          {t('forms.import.more')}
        </Button>
      )}
    </>
  );
}

function Result({ entry, texts }: { readonly entry: ImportEntry; readonly texts: Texts }): ReactNode {
  const { fields, reason } = entry;
  const names = [...new Set(fields.map((field) => fieldName(texts, field)))];
  return (
    <span className={styles.result}>
      {names.length > 0 && <Status tone="good">{texts.t('forms.import.taken', { field: names.join(', ') })}</Status>}
      {reason !== undefined && (
        <Status tone={reason === 'unsupported' || reason === 'invalid' ? 'warn' : 'neutral'}>
          {texts.t(`forms.import.reason.${reason}`)}
        </Status>
      )}
    </span>
  );
}

function linesOf({ lines: [first, last] }: ImportEntry): string {
  return first === last ? String(first) : `${first}–${last}`;
}

/** Lets people choose a file of another product, and shows what becomes of it. @returns the part to take over. */
export function openImport(): Promise<Part | undefined> {
  return openDialog<Part | undefined>((close) => <ImportDialog close={close} />);
}
