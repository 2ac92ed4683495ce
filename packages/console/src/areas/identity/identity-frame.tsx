import { realApiBase } from '@berth/web/data/client-config.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BrandMark } from '../../ui/page.tsx';
import { LanguageOffer, LanguageSelect } from '../parts/language-select.tsx';
import styles from './identity-frame.module.css';

interface IdentityFrameProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Links below the form. */
  readonly footer?: ReactNode;
}

/** The frame of all login pages. */
export function IdentityFrame({ title, children, footer }: IdentityFrameProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className={styles.page}>
      <title>{`${title} · ${t('common.product')}`}</title>
      <aside className={styles.brand}>
        <div className={styles.name}>
          <BrandMark size={32} />
          {t('common.product')}
        </div>
        <p className={styles.tagline}>{t('identity.tagline')}</p>
      </aside>
      <main className={styles.main}>
        <div className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          {children}
          {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        </div>
        <div className={styles.language}>
          <LanguageSelect />
          <LanguageOffer />
        </div>
      </main>
    </div>
  );
}

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form with our own checks in the user's language; Enter sends it. */
export function Form({ onSubmit, children }: FormProps): ReactNode {
  return (
    <CheckedForm className={styles.form} onSubmit={onSubmit}>
      {children}
    </CheckedForm>
  );
}

/** Why the login did not start: this page is not at the address where it works, has no HTTPS, or the service is down. */
export function StartFailure({ tone }: { readonly tone: 'warn' | 'bad' }): ReactNode {
  const { t } = useTexts();
  const { origin, hostname } = new URL(realApiBase(), location.origin);
  // An unconfigured server's address is localhost, which is another host on another computer.
  const isReachable = hostname !== 'localhost' || /^(?:localhost|127\.|\[::1\])/.test(location.hostname);
  if (origin === location.origin || !isReachable) {
    return <Notice tone={tone}>{t(isSecureContext ? 'identity.start.unreachable' : 'identity.start.insecure')}</Notice>;
  }
  return (
    <Notice tone={tone}>
      {t('identity.start.otherAddress')} <a href={origin}>{origin}</a>
    </Notice>
  );
}
