import type { InstallDisk } from '@berth/contract/bridge/installer';
import { INSTALL_BYTES_MIN } from '@berth/contract/rules/installation';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useState } from 'react';
import type { Bridge } from '../../bridge/bridge.ts';
import { Choices } from '../../parts/choices.tsx';
import { ErrorText } from '../../parts/field.tsx';
import stepStyles from '../step.module.css';
import { StepLayout } from '../step.tsx';
import styles from './installer.module.css';

interface WhichDiskProps {
  readonly bridge: Bridge;
  readonly chosen: string | undefined;
  readonly onChosen: (disk: InstallDisk) => void;
  readonly onBack: () => void;
}

/** The disks of this computer: those to choose from, and why the others are none. */
export function WhichDisk({ bridge, chosen, onChosen, onBack }: WhichDiskProps) {
  const { t, bytes } = useTexts();
  const [disks, setDisks] = useState<readonly InstallDisk[]>();
  const [failed, setFailed] = useState(false);
  const [picked, setPicked] = useState(chosen);
  useEffect(() => {
    if (disks !== undefined || failed) return;
    let current = true;
    bridge.call('list_install_disks', {}).then(
      (list) => current && setDisks(list),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [bridge, disks, failed]);
  const usable = disks?.filter(({ obstacle }) => obstacle === null) ?? [];
  const others = disks?.filter(({ obstacle }) => obstacle !== null) ?? [];
  const disk = usable.find(({ id }) => id === picked) ?? usable[0];
  const title = t('wizard.install.disk.title');
  const again = () => {
    setDisks(undefined);
    setFailed(false);
  };
  if (failed || disks?.length === others.length) {
    return (
      <StepLayout title={title} onBack={onBack} next={{ label: t('common.retry'), run: again }}>
        <ErrorText>
          {t(failed ? 'wizard.install.disk.failed' : 'wizard.install.disk.none', { size: bytes(INSTALL_BYTES_MIN) })}
        </ErrorText>
        <Others disks={others} />
      </StepLayout>
    );
  }
  return (
    <StepLayout
      title={title}
      text={t('wizard.install.disk.text')}
      onBack={onBack}
      next={{ label: t('common.next'), disabled: !disk, run: () => disk && onChosen(disk) }}
    >
      {disks === undefined ? (
        <div className={stepStyles.skeleton} role="status" aria-label={t('common.loading')} />
      ) : (
        <>
          <Choices
            label={title}
            name="disk"
            options={usable.map((each) => ({ value: each.id, label: <Disk disk={each} /> }))}
            value={disk?.id}
            onChange={setPicked}
          />
          <Others disks={others} />
        </>
      )}
    </StepLayout>
  );
}

/** What becomes of a machine that the disk is already. */
const IDENTITIES = ['keep', 'afresh'] as const;

interface ConfirmDiskProps {
  readonly disk: InstallDisk;
  readonly onConfirm: (afresh: boolean) => Promise<void>;
  readonly onBack: () => void;
}

/** Names once more what is lost, asks whether a machine on the disk stays that machine, and then does it. */
export function ConfirmDisk({ disk, onConfirm, onBack }: ConfirmDiskProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const [identity, setIdentity] = useState<(typeof IDENTITIES)[number]>('keep');
  const mayBeMachine = disk.content === 'linux' || disk.content === 'berth';
  const confirm = async () => {
    setBusy(true);
    setRefused(false);
    await onConfirm(mayBeMachine && identity === 'afresh').catch(() => setRefused(true));
    setBusy(false);
  };
  return (
    <StepLayout
      title={t('wizard.install.confirm.title')}
      text={t(`wizard.install.confirm.${disk.content === 'empty' ? 'empty' : 'text'}`)}
      onBack={onBack}
      next={{
        label: t(busy ? 'common.wait' : 'wizard.install.confirm.run'),
        disabled: busy,
        run: () => void confirm(),
      }}
    >
      <div className={styles.target}>
        <Disk disk={disk} withPartitions />
      </div>
      {mayBeMachine && (
        <Choices
          label={t('wizard.install.identity')}
          name="identity"
          options={IDENTITIES.map((value) => ({
            value,
            label: (
              <span className={styles.disk}>
                <span className={styles.diskName}>{t(`wizard.install.identity.${value}`)}</span>
                <span className={styles.diskText}>{t(`wizard.install.identity.${value}.text`)}</span>
              </span>
            ),
          }))}
          value={identity}
          onChange={setIdentity}
        />
      )}
      {refused && <ErrorText>{t('wizard.install.confirm.refused')}</ErrorText>}
    </StepLayout>
  );
}

function Others({ disks }: { readonly disks: readonly InstallDisk[] }) {
  const { t } = useTexts();
  if (disks.length === 0) return null;
  return (
    <ul className={styles.others} aria-label={t('wizard.install.disk.others')}>
      {disks.map((disk) => (
        <li key={disk.id}>
          <Disk disk={disk} />
        </li>
      ))}
    </ul>
  );
}

/** A disk as a person knows it: model, size, what is on it, and why it cannot be chosen. */
function Disk({ disk, withPartitions = false }: { readonly disk: InstallDisk; readonly withPartitions?: boolean }) {
  const { t, bytes } = useTexts();
  const { name, content, obstacle, partitions } = disk;
  const named = partitions.filter((each) => each.name !== '');
  return (
    <span className={styles.disk}>
      <span className={styles.diskName}>{t('wizard.install.disk.name', { name, size: bytes(disk.bytes) })}</span>
      <span className={styles.diskText}>
        {obstacle
          ? t(`wizard.install.obstacle.${obstacle}`, { size: bytes(INSTALL_BYTES_MIN) })
          : t(`wizard.install.content.${content}`)}
      </span>
      {withPartitions && named.length > 0 && (
        <>
          <span className={styles.diskText}>{t('wizard.install.disk.partitions')}</span>
          {named.map((each) => (
            <span key={`${each.name} ${each.bytes}`} className={styles.partition}>
              {t('wizard.install.disk.name', { name: each.name, size: bytes(each.bytes) })}
            </span>
          ))}
        </>
      )}
    </span>
  );
}
