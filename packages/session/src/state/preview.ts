import type { PreviewMessage, PreviewReadyMessage } from '@berth/contract/bridge/profile';
import type { Session } from './session.ts';
import { INITIAL_STATE, type SessionState } from './state.ts';
import { createStore } from './store.ts';

/** The session as the console's live preview: the draft arrives in messages from the surrounding page. */
export function previewSession(signal: AbortSignal): Session {
  const state = createStore<SessionState>({
    ...INITIAL_STATE,
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
  const ready: PreviewReadyMessage = { type: 'berth-preview-ready' };
  parent.postMessage(ready, location.origin);
  return { environment: 'preview', state, bridge: undefined, reload: () => {} };
}

function isPreview(data: unknown): data is PreviewMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'berth-preview';
}
