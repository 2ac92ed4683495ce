import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BrandMark } from '../../ui/page.tsx';
import styles from './brand-link.module.css';

/** The logo with the product's name; leads to the console's start. */
export function BrandLink({ onClick }: { readonly onClick?: (() => void) | undefined }): ReactNode {
  const { t } = useTexts();
  return (
    <Link to={paths.manage()} className={styles.brand} onClick={onClick}>
      <BrandMark size={28} />
      {t('common.product')}
    </Link>
  );
}
