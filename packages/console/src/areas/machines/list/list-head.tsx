import type { FleetSummary } from '@berth/contract/api/fleet';
import { MACHINE_LIST_MAX_AGE_DAYS } from '@berth/contract/limits';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../organizations/queries.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { resumeBatches } from './batches.ts';
import { ListMenus } from './bulk-bar.tsx';
import { ATTENTION } from './filter.ts';
import styles from './list-head.module.css';

interface CountsProps {
  /** Of those that the list shows without a filter. */
  readonly recent: FleetSummary;
  /** Those that it leaves out. */
  readonly unseen: number;
  readonly needing: number;
}

/** The number of machines by state; problems link to their machines. */
export function ListCounts({ recent, unseen, needing }: CountsProps): ReactNode {
  const { t } = useTexts();
  return (
    <p className={styles.counts}>
      <span>{t('console.machines.count', { total: recent.total, online: recent.total - recent.offline })}</span>
      {recent.offline > 0 && (
        <Link to={`${paths.machines()}?state=offline`}>{t('machines.offlineCount', { count: recent.offline })}</Link>
      )}
      {unseen > 0 && (
        <Link to={`${paths.machines()}?seen=unseen`}>
          {t('machines.unseenCount', { count: unseen, days: MACHINE_LIST_MAX_AGE_DAYS })}
        </Link>
      )}
      {needing > 0 && (
        <Link to={`${paths.machines()}?need=${ATTENTION}`} data-tone="warn">
          {t('machines.attentionCount', { count: needing })}
        </Link>
      )}
    </p>
  );
}

/** Actions on the whole list, and adding a machine. Resumes showing the progress of earlier batches. */
export function ListButtons(props: ComponentProps<typeof ListMenus>): ReactNode {
  const { orgId } = props;
  const { t } = useTexts();
  const mayRegister = useMay('machine.register');
  useEffect(() => void resumeBatches(orgId), [orgId]);
  return (
    <div className={styles.actions}>
      <ListMenus {...props} />
      {mayRegister && (
        <ButtonLink to={paths.enrollment()} leftSection={<IconPlus size={16} stroke={2} aria-hidden />}>
          <span className={styles.add}>{t('machines.add')}</span>
        </ButtonLink>
      )}
    </div>
  );
}
