import type { MachineConfig } from '@berth/contract/bridge/methods';
import type { MachineContext, MachineSettings } from '@berth/contract/profile/outside-profile';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { useSessionState } from '../state/session.ts';
import styles from './panel.module.css';
import { Panel } from './panel.tsx';

/** The machine's full ID, to copy, with its name and organization, for support calls. */
export function MachinePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const [copied, setCopied] = useState(false);
  const config = useSessionState((state) => state.config);
  const profile = useSessionState((state) => state.profile);
  // If the machine config did not arrive in time, the user config still has the machine's ID.
  const id = useSessionState((state) => state.config?.machine_id ?? state.userConfig?.last_machine_id);
  const testflight = useSessionState((state) => state.config?.testflight ?? state.userConfig?.testflight ?? false);
  const phone = useSessionState(({ context, config: machine }) => phoneOf(context, machine?.deployment));
  if (!id) return null;

  async function copy(): Promise<void> {
    if (!id) return;
    await navigator.clipboard.writeText(id);
    setCopied(true);
  }

  return (
    <Panel label={t('session.machine.title')} side="start" onClose={onClose}>
      <dl className={styles.facts}>
        {config?.machine_name && <Fact name={t('session.machine.name')} value={config.machine_name} />}
        {config?.organization_name && (
          <Fact name={t('session.machine.organization')} value={config.organization_name} />
        )}
        {profile && (
          <Fact
            name={t('session.profile')}
            value={t('session.machine.revision', { name: profile.name, revision: profile.revision })}
          />
        )}
        {phone && <Fact name={t('session.machine.phone')} value={phone} />}
        {testflight && <Fact name={t('session.machine.channel')} value={t('session.machine.beta')} />}
        <Fact name={t('session.machineId')} value={id} code />
      </dl>
      <Button onClick={() => void copy()}>
        {copied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
        <span role="status">{t(copied ? 'session.machine.copied' : 'session.machine.copy')}</span>
      </Button>
      <p className={styles.hint}>{t('session.machine.adminHint')}</p>
    </Panel>
  );
}

function Fact({ name, value, code = false }: { name: string; value: string; code?: boolean }) {
  return (
    <div>
      <dt className={styles.term}>{name}</dt>
      <dd className={code ? styles.code : styles.value}>{value}</dd>
    </div>
  );
}

/** The number or name of the machine's own phone, if it has one. */
function phoneOf(context: MachineContext | null, deployment: MachineConfig['deployment'] | undefined): string {
  const settings: MachineSettings | undefined = context?.machine;
  const sip = deployment && settings?.[deployment]?.sip;
  return sip?.enabled ? sip.display_name || (sip.user ?? '') : '';
}
