import type { ShownProfile } from '@berth/contract/bridge/methods';
import type { Session } from './session.ts';
import { INITIAL_STATE, type SessionState } from './state.ts';
import { createStore } from './store.ts';

/** What the console sends to the frame that previews a draft, and what the frame says when it can take one. */
export interface PreviewMessage {
  readonly type: 'berth-preview';
  readonly profile: NonNullable<ShownProfile>;
}
const PREVIEW_READY = 'berth-preview-ready';

/** The session as the console's live preview: the draft comes by messages from the page around the frame. */
export function previewSession(signal: AbortSignal): Session {
  const state = createStore<SessionState>({
    ...INITIAL_STATE,
    load: 'LOADING',
    linked: true,
    online: { network: 'ok', dns: 'ok', internet: 'ok', cloud: 'ok' },
  });
  addEventListener(
    'message',
    ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== parent || !isPreview(data)) return;
      state.set({ load: 'LOADED', profile: data.profile });
    },
    { signal },
  );
  parent.postMessage({ type: PREVIEW_READY }, location.origin);
  return { environment: 'preview', state, bridge: undefined, reload: () => {} };
}

function isPreview(data: unknown): data is PreviewMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'berth-preview';
}
