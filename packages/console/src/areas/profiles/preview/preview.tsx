import { usableDefinition } from '@berth/contract/apps/usable';
import type { PreviewMessage, PreviewReadyMessage, ShownProfile } from '@berth/contract/bridge/profile';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { withoutFaults } from '@berth/contract/profile/understand';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Draft } from '../use-draft.ts';
import styles from './preview.module.css';
import { useFilled } from './use-filled.ts';

const THEMES = ['profile', 'light', 'dark'] as const;

/** Common screen sizes of machines, the most common first. */
export const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 1280, height: 1024 },
  { width: 2560, height: 1440 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
] as const;
type Theme = (typeof THEMES)[number];

interface PreviewProps {
  readonly draft: Draft;
  /** A button beside the choices. */
  readonly action?: ReactNode;
}

/** The home screen as machines would show the draft: the session itself in a frame, scaled to fit. */
export default function Preview({ draft, action }: PreviewProps): ReactNode {
  const { t } = useTexts();
  const [screen, setScreen] = useState<(typeof SCREENS)[number]>(SCREENS[0]);
  const [theme, setTheme] = useState<Theme>('profile');
  const { base, definition, faults } = draft;
  const valid = useMemo(() => withoutFaults(definition, faults), [definition, faults]);
  const filled = useFilled(base, valid);
  const shown = useMemo(() => {
    // Without invalid settings and those that machines of the variant ignore.
    const complete = applyDefaults(ProfileDefinition, filled.definition);
    return inTheme(usableDefinition(complete, base.deployment), theme);
  }, [filled.definition, theme, base.deployment]);
  const { frame, isReady } = useSessionFrame({ ...base, definition: shown });
  const { ref, width, height } = useElementSize();
  const scale = scaleToFit(screen, { width, height });
  return (
    <section className={styles.preview} aria-label={t('console.preview.title')}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {filled.machine ? t('console.preview.of', { machine: filled.machine.name }) : t('console.preview.title')}
        </h2>
        <NativeSelect
          size="xs"
          aria-label={t('console.preview.screen')}
          value={screenName(screen)}
          data={SCREENS.map(screenName)}
          onChange={({ currentTarget: { value } }) =>
            setScreen(SCREENS.find((each) => screenName(each) === value) ?? SCREENS[0])
          }
        />
        <NativeSelect
          size="xs"
          aria-label={t('common.theme')}
          value={theme}
          data={THEMES.map((value) => ({ value, label: t(`console.preview.theme.${value}`) }))}
          onChange={({ currentTarget: { value } }) => setTheme(THEMES.find((each) => each === value) ?? 'profile')}
        />
        {action}
      </div>
      {/* An inert preview: nothing in it takes the focus or a press. */}
      <div
        ref={ref}
        className={styles.place}
        style={{ aspectRatio: `${screen.width} / ${screen.height}` }}
        aria-busy={!isReady}
        inert
      >
        <div className={styles.screen} style={{ width: screen.width * scale, height: screen.height * scale }}>
          <iframe
            ref={frame}
            title={t('console.preview.title')}
            src={`/session/${base.id}`}
            tabIndex={-1}
            className={styles.frame}
            style={{ width: screen.width, height: screen.height, transform: `scale(${scale})` }}
          />
        </div>
      </div>
    </section>
  );
}

export type Screen = (typeof SCREENS)[number];

/** The name of a screen size, such as 1920 × 1080. */
function screenName({ width, height }: Screen): string {
  return `${width} × ${height}`;
}

/** The scale that fits a screen into a place; at most 1. */
export function scaleToFit(screen: Screen, place: { readonly width: number; readonly height: number }): number {
  return Math.min(1, place.width / screen.width, place.height / screen.height);
}

/** The definition in another theme; `profile` keeps its own. */
export function inTheme(definition: ProfileDefinition, theme: 'profile' | 'light' | 'dark'): ProfileDefinition {
  if (theme === 'profile') return definition;
  const customization = { ...definition.system.customization, 'global-dark-theme': theme === 'dark' };
  return { ...definition, system: { ...definition.system, customization } };
}

/** Maximum delay of a redraw while typing, in ms. */
const LATEST_MS = 600;

interface SessionFrame {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** Whether the session is running and shows the profile. */
  readonly isReady: boolean;
}

/** Updates the profile of the session in a frame whenever the page is idle. */
function useSessionFrame(profile: NonNullable<ShownProfile>): SessionFrame {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (isReadyMessage(data)) setReady(true);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);
  const { id, name, revision, definition } = profile;
  useEffect(() => {
    if (!isReady) return undefined;
    const send = () => {
      const message: PreviewMessage = { type: 'berth-preview', profile: { id, name, revision, definition } };
      frame.current?.contentWindow?.postMessage(message, location.origin);
    };
    const waiting = requestIdleCallback(send, { timeout: LATEST_MS });
    return () => cancelIdleCallback(waiting);
  }, [isReady, id, name, revision, definition]);
  return { frame, isReady };
}

function isReadyMessage(data: unknown): data is PreviewReadyMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'berth-preview-ready';
}
