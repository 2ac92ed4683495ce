import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { TablerIcon } from '@tabler/icons-react';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCloudOff,
  IconCoins,
  IconLayoutDashboard,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './tiles.module.css';

/** The figures of an organization; undefined for those that the user may not see. */
export interface Figures {
  readonly online: number;
  readonly offline: number;
  /** Machines that need attention. */
  readonly needing: number;
  readonly profiles: number;
  readonly members: number;
  readonly credits: number | undefined;
}

/** An organization in a few numbers; each links to what it counts. */
export function Tiles({ figures }: { readonly figures: Figures }): ReactNode {
  const { t } = useTexts();
  const { online, offline, needing, profiles, members, credits } = figures;
  const machines = paths.machines();
  return (
    <ul className={styles.tiles}>
      <Tile
        icon={IconCircleCheck}
        tone={online > 0 ? 'good' : undefined}
        label={t('console.state.online')}
        value={online}
        to={machines}
      />
      <Tile icon={IconCloudOff} label={t('console.state.offline')} value={offline} to={`${machines}?state=offline`} />
      <Tile
        icon={IconAlertTriangle}
        tone={needing > 0 ? 'warn' : undefined}
        label={t('machines.dashboard.needing')}
        value={needing}
      />
      <Tile icon={IconLayoutDashboard} label={t('console.nav.profiles')} value={profiles} to={paths.profiles()} />
      <Tile icon={IconUsers} label={t('console.nav.users')} value={members} to={paths.users()} />
      {credits !== undefined && (
        <Tile icon={IconCoins} label={t('console.nav.billing')} value={credits} to={paths.billing()} />
      )}
    </ul>
  );
}

interface TileProps {
  readonly icon: TablerIcon;
  readonly label: string;
  readonly value: number;
  readonly tone?: 'good' | 'warn' | undefined;
  readonly to?: string;
}

function Tile({ icon: Icon, label, value, tone, to }: TileProps): ReactNode {
  const { number } = useTexts();
  const content = (
    <>
      <span className={styles.label}>
        <Icon size={18} stroke={1.5} aria-hidden />
        <span className={styles.word} title={label}>
          {label}
        </span>
      </span>
      <span className={styles.number}>{number(value)}</span>
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <div className={styles.tile} data-tone={tone}>
          {content}
        </div>
      ) : (
        <Link className={styles.tile} data-tone={tone} to={to}>
          {content}
        </Link>
      )}
    </li>
  );
}
