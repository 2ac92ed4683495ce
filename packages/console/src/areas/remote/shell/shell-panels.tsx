import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconFiles, IconTerminal2 } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { FilesPanel } from './files-panel.tsx';
import styles from './shell.module.css';
import type { ShellChannel } from './shell-channel.ts';
import type { TerminalView } from './xterm.ts';

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

/** A shell on the machine, while rendered. */
function TerminalPanel({ shell }: { readonly shell: ShellChannel }): ReactNode {
  const { t } = useTexts();
  const target = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const label = t('remote.terminal');
  useEffect(() => {
    let view: TerminalView | undefined;
    let isGone = false;
    void import('./xterm.ts').then(({ drawTerminal }) => {
      if (isGone || !target.current) return;
      const shown = drawTerminal(target.current, {
        label,
        onType: (bytes) => shell.type(bytes),
        onSize: (size) => shell.ask({ type: 'resize-terminal', ...size }),
      });
      view = shown;
      shell.onOutput = (bytes) => shown.write(bytes);
      shell.onTerminalEnd = () => setOver(true);
      shell.ask({ type: 'open-terminal', ...shown.size });
    });
    return () => {
      isGone = true;
      shell.onOutput = () => {};
      shell.onTerminalEnd = () => {};
      shell.ask({ type: 'close-terminal' });
      view?.close();
    };
  }, [shell, label]);
  return (
    <section className={styles.panel} aria-label={label}>
      {isOver && <Notice tone="info">{t('remote.terminal.over')}</Notice>}
      <div ref={target} className={styles.terminal} />
    </section>
  );
}
