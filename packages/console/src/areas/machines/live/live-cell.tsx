import type { Machine } from '@berth/contract/api/machines';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './live.module.css';
import { useLiveView } from './use-live-view.ts';

const EVERY_MS = 15_000;

/** A machine's screen in the table. Only rows in sight are drawn, so only they are asked. */
export function LiveCell({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const { frame, needsPro } = useLiveView(machine.id, EVERY_MS, machine.online);
  if (frame?.image && machine.online) {
    return (
      <img
        className={styles.small}
        src={`data:image/jpeg;base64,${frame.image}`}
        alt={t('machines.live.alt', { name: machine.name })}
      />
    );
  }
  const state = machine.online ? (frame?.state ?? 'waiting') : 'offline';
  const why = t(needsPro ? 'machines.live.pro' : `machines.live.${state === 'shown' ? 'waiting' : state}`);
  return (
    <span className={styles.empty} title={why}>
      <IconEyeOff size={16} stroke={1.5} aria-hidden />
      <span className="visually-hidden">{why}</span>
    </span>
  );
}
