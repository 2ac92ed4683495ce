import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { LETTERS, useNavEntries } from '../shell/nav-entries.ts';
import styles from './shortcuts.module.css';

const COMMAND = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

/** The console's keyboard shortcuts. */
export default function Shortcuts({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const pages = useNavEntries().flat();
  const rows: readonly (readonly [keys: readonly string[], what: string])[] = [
    [[COMMAND, 'K'], t('palette.key.palette')],
    [['/'], t('palette.key.search')],
    [[COMMAND, 'S'], t('palette.key.save')],
    [['?'], t('console.guide.open')],
    [[COMMAND, '/'], t('palette.shortcuts')],
    [['Esc'], t('palette.key.close')],
    ...pages.flatMap(({ label }) => {
      const letter = LETTERS[label];
      return letter === undefined ? [] : [[['G', letter.toUpperCase()], t(label)] as const];
    }),
  ];
  return (
    <Dialog
      title={t('palette.shortcuts')}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <dl className={styles.sheet}>
        {rows.map(([keys, what]) => (
          <div key={what} className={styles.row}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <Fragment key={key}>
                  <kbd className={styles.key}>{key}</kbd>{' '}
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
