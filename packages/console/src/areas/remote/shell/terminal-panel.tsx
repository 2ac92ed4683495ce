import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import styles from './shell.module.css';
import type { ShellChannel } from './shell-channel.ts';
import type { TerminalView } from './xterm.ts';

/** A shell on the machine, while rendered. */
export function TerminalPanel({ shell }: { readonly shell: ShellChannel }): ReactNode {
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
