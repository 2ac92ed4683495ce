import { useTexts } from '@berth/web/i18n/store.ts';
import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { BrandLink } from '../parts/brand-link.tsx';
import styles from './mobile-bar.module.css';
import { Sidebar } from './sidebar.tsx';

/** For narrow screens: the logo and the button that opens the sidebar as a drawer. */
export function MobileBar(): ReactNode {
  const { t } = useTexts();
  const drawer = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    drawer.current?.showModal();
  };
  const close = () => drawer.current?.close();
  return (
    <header className={styles.bar}>
      <BrandLink />
      <ActionIcon variant="subtle" size={44} aria-label={t('console.nav.open')} onClick={open}>
        <IconMenu2 size={24} stroke={1.5} aria-hidden />
      </ActionIcon>
      <dialog ref={drawer} className={styles.drawer} aria-label={t('console.nav.label')} onClose={() => setOpen(false)}>
        <div className={styles.close}>
          <ActionIcon variant="subtle" size={44} aria-label={t('common.close')} onClick={close}>
            <IconX size={24} stroke={1.5} aria-hidden />
          </ActionIcon>
        </div>
        {isOpen && <Sidebar onNavigate={close} />}
      </dialog>
    </header>
  );
}
