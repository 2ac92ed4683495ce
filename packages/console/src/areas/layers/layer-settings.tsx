import type { Layer } from '@berth/contract/api/layers';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconFileImport, IconListDetails, IconLock, IconLockOpen, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page.tsx';
import { shownValue } from '../profiles/differences.tsx';
import { fieldName } from '../profiles/form-list.ts';
import { openImport } from '../profiles/import/import-dialog.tsx';
import { askEntryChange } from './entry-dialog.tsx';
import type { SettingRow } from './layer-content.ts';
import styles from './layers.module.css';
import type { LockBelow } from './lock-marks.tsx';
import type { LayerDraft } from './use-layer-draft.ts';

interface SettingsProps {
  readonly draft: LayerDraft;
  readonly layer: Layer;
  readonly lockBelow: LockBelow;
  readonly mayChange: boolean;
}

/** What the layer says, each with its lock, and ways to say more. */
export function LayerSettings({ draft, layer, lockBelow, mayChange }: SettingsProps): ReactNode {
  const { t } = useTexts();
  const { rows, content } = draft;
  const locked = new Set(content.locks);
  const changeEntry = async () => {
    const change = await askEntryChange(layer.organizationId);
    if (change === undefined) return;
    if ('off' in change) draft.switchOff(change.off);
    else draft.add(change.part);
  };
  const importFile = async () => {
    const part = await openImport();
    if (part !== undefined) draft.add(part);
  };
  return (
    <Panel title={t('machines.layers.sets')} flush>
      {rows.length === 0 && <p className={styles.none}>{t('machines.layers.sets.none')}</p>}
      <ul className={styles.list}>
        {rows.map((row) => (
          <Row
            key={`${row.kind} ${row.path}`}
            row={row}
            isLocked={locked.has(row.path)}
            mayLock={layer.scope !== 'machine'}
            lockedBy={lockBelow(row.path)?.name}
            mayChange={mayChange}
            draft={draft}
          />
        ))}
      </ul>
      {mayChange && (
        <div className={styles.more}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconListDetails size={16} aria-hidden />}
            onClick={() => void changeEntry()}
          >
            {t('machines.layers.entry.open')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => void importFile()}
          >
            {t('forms.import.open')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

interface RowProps extends Pick<SettingsProps, 'draft' | 'mayChange'> {
  readonly row: SettingRow;
  readonly isLocked: boolean;
  readonly mayLock: boolean;
  /** The layer below that locks it: the row has no effect. */
  readonly lockedBy: string | undefined;
}

function Row({ row, isLocked, mayLock, lockedBy, mayChange, draft }: RowProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const name = fieldName(texts, row.path);
  const lock = t('machines.layers.lock', { name });
  const remove = t('machines.layers.unset', { name });
  return (
    <li className={styles.entry}>
      <span>
        {name}
        <span className={styles.value}>{rowText(row, texts)}</span>
        {lockedBy !== undefined && (
          <span className={styles.value}>{t('forms.source.locked', { layer: lockedBy })}</span>
        )}
      </span>
      {mayLock && (
        <ActionIcon
          variant="subtle"
          size={36}
          aria-pressed={isLocked}
          disabled={!mayChange}
          aria-label={lock}
          title={lock}
          onClick={() => draft.lock(row.path, !isLocked)}
        >
          {isLocked ? <IconLock size={20} aria-hidden /> : <IconLockOpen size={20} aria-hidden />}
        </ActionIcon>
      )}
      {mayChange && (
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={remove}
          title={remove}
          onClick={() => draft.remove(row.path)}
        >
          <IconX size={20} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function rowText({ kind, value }: SettingRow, texts: Texts): string | undefined {
  if (kind === 'off') return texts.t('machines.why.off');
  if (kind === 'lock') return texts.t('machines.why.locked');
  if (kind === 'list' || value === '') return texts.t('console.history.nothing');
  return value === undefined ? undefined : shownValue(value, texts);
}
