import type { CallRecord } from '@berth/contract/bridge/calls';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconPhoneIncoming, IconPhoneOutgoing, IconPhoneX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { Button } from '../parts/button.tsx';
import { ErrorText } from '../parts/field.tsx';
import { useZone } from '../time-zone/use-zone.ts';
import { clock, nameOf } from './call-panel.tsx';
import styles from './calls.module.css';

interface HistoryProps {
  readonly bridge: Bridge;
  /** Reloads the history when a call ends. */
  readonly inCall: boolean;
  readonly onChoose: (number: string) => void;
}

/** Recent calls, newest first; a click fills in the number to dial. */
export function History({ bridge, inCall, onChoose }: HistoryProps) {
  const { t } = useTexts();
  const [records, setRecords] = useState<readonly CallRecord[]>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (inCall) return;
    bridge.call('list_call_history', {}).then(setRecords, () => setFailed(true));
  }, [bridge, inCall]);
  return (
    <section className={styles.history}>
      <h2 className={styles.heading}>{t('calls.history')}</h2>
      {failed && <ErrorText>{t('calls.history.failed')}</ErrorText>}
      {records?.length === 0 && <p className={styles.hint}>{t('calls.history.empty')}</p>}
      {records && records.length > 0 && (
        <ul className={styles.records}>
          {records.map((record) => (
            <li key={`${record.at} ${record.peer}`}>
              <Entry record={record} disabled={inCall} onChoose={() => onChoose(record.peer)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Entry({ record, disabled, onChoose }: { record: CallRecord; disabled: boolean; onChoose: () => void }) {
  const { t, dateTime } = useTexts();
  const zone = useZone();
  const missed = record.outcome === 'missed';
  const Icon = missed ? IconPhoneX : record.direction === 'incoming' ? IconPhoneIncoming : IconPhoneOutgoing;
  const outcome = record.outcome === 'answered' ? clock(record.duration) : t(`calls.outcome.${record.outcome}`);
  return (
    <Button className={styles.record} disabled={disabled} onClick={onChoose}>
      <Icon size={20} className={missed ? styles.missed : undefined} aria-hidden />
      <span className={styles.who}>
        <span className={styles.name}>{nameOf(record)}</span>
        <span className={styles.when}>
          {dateTime(record.at, zone)} · {outcome}
        </span>
      </span>
    </Button>
  );
}
