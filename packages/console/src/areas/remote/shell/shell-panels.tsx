import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconFiles, IconTerminal2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FilesPanel } from './files-panel.tsx';
import styles from './shell.module.css';
import type { ShellChannel } from './shell-channel.ts';
import { TerminalPanel } from './terminal-panel.tsx';

/** The machine's terminal and files, each opened on demand; empty without a shell. */
export function ShellPanels({ shell }: { readonly shell: ShellChannel | null }): ReactNode {
  const { t } = useTexts();
  const [open, setOpen] = useState<'terminal' | 'files'>();
  if (!shell) return null;
  const toggle = (which: 'terminal' | 'files') => setOpen(open === which ? undefined : which);
  return (
    <>
      <div className={styles.row}>
        <Button
          variant="default"
          aria-expanded={open === 'terminal'}
          leftSection={<IconTerminal2 size={18} stroke={1.5} aria-hidden />}
          onClick={() => toggle('terminal')}
        >
          {t('remote.terminal')}
        </Button>
        <Button
          variant="default"
          aria-expanded={open === 'files'}
          leftSection={<IconFiles size={18} stroke={1.5} aria-hidden />}
          onClick={() => toggle('files')}
        >
          {t('remote.files')}
        </Button>
      </div>
      {open === 'terminal' && <TerminalPanel shell={shell} />}
      {open === 'files' && <FilesPanel shell={shell} />}
    </>
  );
}
