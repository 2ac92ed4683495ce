import { currentTexts } from '@berth/web/i18n/store.ts';
import { Component, type ReactNode } from 'react';
import { pageToken } from '../bridge/bridge.ts';
import styles from './message.module.css';
import { Message } from './message.tsx';

/** A machine may be unattended. */
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
