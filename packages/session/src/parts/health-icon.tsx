import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { Glyph } from '../ui/glyph.tsx';
import styles from './health-icon.module.css';

/** Spec chapter 4: ok is green, error red, anything else orange; each has its own icon. */
const ICONS = { ok: 'circle-check', error: 'circle-x', unknown: 'clock' } as const;

/** Always next to a text that says the same. */
export function HealthIcon({ health, size = 20 }: { health: OnlineStatus['network']; size?: number }) {
  return <Glyph name={ICONS[health]} className={styles[health]} size={size} />;
}
