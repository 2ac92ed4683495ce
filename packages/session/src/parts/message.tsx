import { glyphs } from 'virtual:berth-first-glyphs';
import { currentTexts } from '@berth/web/i18n/store.ts';
import { Component, type ReactNode } from 'react';
import { pageToken } from '../bridge/bridge.ts';
import { Outline } from '../ui/outline.tsx';
import { Button } from './button.tsx';
import styles from './message.module.css';

interface MessageProps {
  readonly tone: 'bad' | 'info';
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A message in the middle of a screen or panel: the state, and what to do. */
export function Message({ tone, title, children, action }: MessageProps) {
  return (
    <section className={styles.message} role={tone === 'bad' ? 'alert' : undefined}>
      <Outline path={glyphs[tone === 'bad' ? 'alert-triangle' : 'info-circle']} className={styles[tone]} size={40} />
      <h1 className={styles.title}>{title}</h1>
      {children && <p className={styles.text}>{children}</p>}
      {action && (
        <Button kind="primary" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </section>
  );
}

/** Delay of the automatic reload, because a machine may be unattended. */
const AGAIN_MS = 10_000;

/**
 * Catches errors of a screen, including chunks that did not load, and offers a reload; a machine reloads automatically.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    if (pageToken() !== undefined) setTimeout(() => location.reload(), AGAIN_MS);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { t } = currentTexts();
    return (
      <div className={styles.alone}>
        <Message
          tone="bad"
          title={t('session.broken.title')}
          action={{ label: t('common.retry'), run: () => location.reload() }}
        >
          {t('session.broken.text')}
        </Message>
      </div>
    );
  }
}
