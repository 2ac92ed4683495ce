import type { InstallDisk, InstallerState } from '@berth/contract/bridge/installer';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Bridge } from '../../bridge/bridge.ts';
import styles from '../wizard.module.css';
import { InstallOrTry } from './install-or-try.tsx';
import { Outcome } from './outcome.tsx';
import { ConfirmDisk, WhichDisk } from './which-disk.tsx';

const LOOK_MS = 1_000;

interface InstallerProps {
  readonly bridge: Bridge;
  readonly installer: NonNullable<InstallerState>;
  readonly onChange: (installer: InstallerState) => void;
  /** To the welcome page. */
  readonly onBack: () => void;
}

/** Berth OS that runs from a stick or from memory: offers to install it on a disk of this computer, or to go on without. */
export function Installer({ bridge, installer, onChange, onBack }: InstallerProps) {
  const { t } = useTexts();
  const { phase } = installer;
  const [wanted, setWanted] = useState(false);
  const [disk, setDisk] = useState<InstallDisk>();
  const [confirming, setConfirming] = useState(false);
  const reload = () => bridge.call('get_installer', {}).then(onChange, () => {});

  // Asked for rather than pushed: nobody but this page needs it, on very few machines.
  useEffect(() => {
    if (phase !== 'installing') return;
    const look = () => bridge.call('get_installer', {}).then(onChange, () => {});
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [phase, bridge, onChange]);

  async function decline(): Promise<void> {
    await bridge.call('try_without_installing', {}).catch(() => {});
    await reload();
  }

  async function install(id: string, afresh: boolean): Promise<void> {
    await bridge.call('install', { disk: id, afresh });
    setConfirming(false);
    await reload();
  }

  function page() {
    if (phase !== 'choice' && !(phase === 'failed' && wanted)) {
      return (
        <Outcome bridge={bridge} installer={installer} onAgain={() => setWanted(true)} onTry={() => void decline()} />
      );
    }
    if (!wanted) {
      const go = () => setWanted(true);
      return <InstallOrTry installer={installer} onInstall={go} onTry={() => void decline()} onBack={onBack} />;
    }
    if (!confirming || !disk) {
      const choose = (chosen: InstallDisk) => {
        setDisk(chosen);
        setConfirming(true);
      };
      return <WhichDisk bridge={bridge} chosen={disk?.id} onChosen={choose} onBack={() => setWanted(false)} />;
    }
    const confirm = async (afresh: boolean) => {
      await install(disk.id, afresh);
      setWanted(false);
    };
    return <ConfirmDisk disk={disk} onConfirm={confirm} onBack={() => setConfirming(false)} />;
  }

  return (
    <main className={styles.card} onKeyDownCapture={ignoreHeldEnter}>
      <header className={styles.header}>
        <span className={styles.product}>{t('common.product')}</span>
      </header>
      <div key={`${phase} ${wanted} ${confirming}`} className={styles.step}>
        {page()}
      </div>
    </main>
  );
}

/** A held key must not go through the confirmation. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
