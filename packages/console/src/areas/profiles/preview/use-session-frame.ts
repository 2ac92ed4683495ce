import type { PreviewMessage, PreviewReadyMessage, ShownProfile } from '@berth/contract/bridge/profile';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Maximum delay of a redraw while typing, in ms. */
const LATEST_MS = 600;

interface SessionFrame {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** Whether the session is running and shows the profile. */
  readonly isReady: boolean;
}

/** Updates the profile of the session in a frame whenever the page is idle. */
export function useSessionFrame(profile: NonNullable<ShownProfile>): SessionFrame {
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
