import type { AudioDevice, AudioDirection, AudioState } from '@berth/contract/bridge/settings';
import { ONLINE_STATUS_POLL_MS } from '@berth/contract/limits';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Panel } from '../home/panel.tsx';
import { ErrorText, Select } from '../parts/field.tsx';
import { useSession } from '../state/session.ts';
import styles from './peripherals.module.css';
import { Volume } from './volume.tsx';

const DIRECTIONS = [
  { direction: 'output', list: 'outputs' },
  { direction: 'input', list: 'inputs' },
] as const;

/** The machine's sound output, input and volume (spec chapter 3, audioControllersInStatusBar). */
export default function AudioPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Panel label={t('session.audio')} side="end" onClose={onClose}>
      <AudioDevices />
    </Panel>
  );
}

/** Output and input, each with its volume. */
export function AudioDevices() {
  const { t } = useTexts();
  const { audio, failed, choose, change } = useAudio();
  return (
    <>
      {failed && <ErrorText>{t('screens.audio.failed')}</ErrorText>}
      {audio &&
        DIRECTIONS.map(({ direction, list }) => (
          <section key={direction} className={styles.part}>
            {audio[list].length === 0 ? (
              <>
                <h2 className={styles.heading}>{t(`screens.audio.${direction}`)}</h2>
                <p className={styles.muted}>{t(`screens.audio.${direction}.none`)}</p>
              </>
            ) : (
              <Device
                direction={direction}
                devices={audio[list]}
                onChoose={(id) => choose(direction, id)}
                onChange={(id, setting) => change(direction, id, setting)}
              />
            )}
          </section>
        ))}
    </>
  );
}

interface DeviceProps {
  readonly direction: AudioDirection;
  readonly devices: readonly AudioDevice[];
  readonly onChoose: (id: string) => void;
  readonly onChange: (id: string, setting: Setting) => void;
}

function Device({ direction, devices, onChoose, onChange }: DeviceProps) {
  const { t } = useTexts();
  const chosen = devices.find((each) => each.chosen);
  // Until a device is chosen, none is used: the list says so instead of showing the first one.
  const none = chosen ? [] : [{ value: '', label: t('screens.audio.choose') }];
  return (
    <>
      <Select
        label={t(`screens.audio.${direction}`)}
        value={chosen?.id ?? ''}
        options={[...none, ...devices.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={onChoose}
      />
      {chosen && (
        <Volume
          key={chosen.id}
          direction={direction}
          device={chosen}
          onChange={(setting) => onChange(chosen.id, setting)}
        />
      )}
    </>
  );
}

type Setting = Partial<Pick<AudioDevice, 'volume' | 'muted'>>;

function useAudio() {
  const { bridge } = useSession();
  const [audio, setAudio] = useState<AudioState>();
  const [failed, setFailed] = useState(false);
  const changes = useRef({ sent: 0, open: 0 });
  const show = useCallback((asked: Promise<AudioState> | undefined) => {
    const { sent } = changes.current;
    return asked?.then(
      (state) => {
        // Ignores replies to requests sent before the last change.
        if (sent === changes.current.sent) setAudio(state);
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, []);
  const act = async (asked: Promise<AudioState> | undefined) => {
    changes.current.sent += 1;
    changes.current.open += 1;
    await show(asked);
    changes.current.open -= 1;
  };
  // A headset may be plugged in while the panel is open.
  useEffect(() => {
    const look = () => changes.current.open > 0 || void show(bridge?.call('get_audio', {}));
    look();
    const timer = setInterval(look, ONLINE_STATUS_POLL_MS);
    return () => clearInterval(timer);
  }, [bridge, show]);
  return {
    // Without a machine, as in the console's preview, there are no audio devices.
    audio: bridge ? audio : { outputs: [], inputs: [] },
    failed,
    choose: (direction: AudioDirection, id: string) => {
      // Right away: the next change applies to the chosen device, not the previous one.
      setAudio((before) => before && chosenIn(before, direction, id));
      void act(bridge?.call('choose_audio', { direction, id }));
    },
    change: (direction: AudioDirection, id: string, setting: Setting) =>
      void act(bridge?.call('change_audio', { direction, id, ...setting })),
  };
}

function chosenIn(audio: AudioState, direction: AudioDirection, id: string): AudioState {
  const list = direction === 'output' ? 'outputs' : 'inputs';
  return { ...audio, [list]: audio[list].map((device) => ({ ...device, chosen: device.id === id })) };
}
