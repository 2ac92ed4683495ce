import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import styles from './health-icon.module.css';

/** Spec chapter 4: ok is green, error red, anything else orange; each has an icon of its own. */
const ICONS = { ok: IconCircleCheck, error: IconCircleX, unknown: IconClock };

/** Always beside a word that says the same. */
export function HealthIcon({ health, size = 20 }: { health: OnlineStatus['network']; size?: number }) {
  const Icon = ICONS[health];
  return <Icon className={styles[health]} size={size} stroke={2} aria-hidden />;
}
