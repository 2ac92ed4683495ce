import { readConfig } from '@berth/contract/api/service';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useRef, useState } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { navigate, usePath } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { HOME_PATH, MIRROR_PATH, screenOf, WALL_PATH } from '../paths.ts';
import { type Session, useSession, useSessionState } from '../state/session.ts';
import { connectApi } from '../wizard/api.ts';
import { useRenewedCodes } from './codes.ts';
import { Lobby, RequestDialog } from './guests.tsx';
import { MirrorHost } from './host.ts';
import { setMirroring, useHostState, useMirroring } from './mirroring.ts';
import { acceptRuleOf, isModerated, MODERATED, useModerated } from './moderation.ts';
import outside from './outgoing/outgoing.module.css';
import { endOutgoing, useOutgoing } from './outgoing/outgoing.ts';
import { guestsOf } from './rules/channels.ts';

/** Limit of the random wait before another attempt: many machines may find the cloud again at once. */
const RETRY_MAX_MS = 10_000;

/** Accepts guests on every page of the machine, and asks about those who want to join. */
export default function MirrorService() {
  const session = useSession();
  const { bridge } = session;
  const path = usePath();
  const { host } = useMirroring();
  const { requests, channels } = useHostState(host);
  useRenewedCodes(host);
  const moderated = useModerated();
  const { t } = useTexts();
  const outgoing = useOutgoing();
  const showsAirplay = useSessionState(({ airplay }) => airplay.showing);
  const hadAirplay = useRef(false);
  useEffect(() => {
    if (!host) return;
    host.setAirplay(showsAirplay, !hadAirplay.current);
    hadAirplay.current = showsAirplay;
  }, [host, showsAirplay]);
  const takesGuests = useSessionState(
    ({ profile }) => profile?.definition.thinhoc.mirror?.enabled_features.native === true,
  );
  const isEmpty = guestsOf(channels).length === 0;
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!bridge || failed) return;
    const ending = new AbortController();
    const begun = begin(bridge, session, takesGuests, ending.signal);
    begun.catch(() => ending.signal.aborted || setFailed(true));
    return () => {
      ending.abort();
      void begun.then(
        (started) => started.stop(),
        () => {},
      );
      endOutgoing();
      setMirroring({ host: null, address: '' });
    };
  }, [bridge, session, takesGuests, failed]);
  const reachable = useSessionState(({ online }) => online.cloud === 'ok');
  useEffect(() => {
    // After a boot the page is often there before the network.
    if (!failed || !reachable) return;
    const timer = setTimeout(() => setFailed(false), Math.random() * RETRY_MAX_MS);
    return () => clearTimeout(timer);
  }, [failed, reachable]);
  useEffect(() => {
    // Opened automatically, so closed automatically: back to the previous page.
    const before = location.pathname === MIRROR_PATH && BEFORE[String(history.state)];
    if (isEmpty && before) navigate(before, 'replace');
  }, [isEmpty]);
  return (
    <>
      {outgoing && screenOf(path)?.name !== 'mirror' && (
        <Button className={outside.notice} onClick={() => navigate(MIRROR_PATH)}>
          {t(outgoing.wish === 'call' ? 'mirror.call.with' : 'mirror.otherScreen.shown', {
            name: outgoing.state.machine,
          })}
        </Button>
      )}
      {host && moderated && <Lobby host={host} />}
      {host && !moderated && requests[0] && <RequestDialog key={requests[0].key} request={requests[0]} host={host} />}
    </>
  );
}

/** The history state of a page opened by a guest's stream, with the page to return to. */
const SHOWN = 'shown-by-a-guest';
const SHOWN_ON_WALL = 'shown-by-a-guest-on-the-wall';
const BEFORE: Readonly<Record<string, string>> = { [SHOWN]: HOME_PATH, [SHOWN_ON_WALL]: WALL_PATH };

async function begin(
  bridge: Bridge,
  { state }: Session,
  takesGuests: boolean,
  ending: AbortSignal,
): Promise<{ stop(): void }> {
  await connectApi(bridge);
  const { signaling, apiBase } = await call(readConfig);
  const kept = await bridge.call('load_mirror_host', {});
  const mirror = () => state.get().profile?.definition.thinhoc.mirror;
  const host = new MirrorHost({
    bridge,
    signaling,
    kept,
    keep: (identity) => void bridge.call('save_mirror_host', identity).catch(() => {}),
    rule: () => (isModerated(mirror()) ? MODERATED : acceptRuleOf(mirror())),
    endAirplay: () => void bridge.call('end_airplay', {}).catch(() => {}),
    onAttention(why) {
      // A moderator opens the lobby when it suits.
      if (why === 'asked' && isModerated(mirror())) return;
      void bridge.call('show_home', {}).catch(() => {});
      if (why === 'asked' || location.pathname === MIRROR_PATH) return;
      const isWall = location.pathname === WALL_PATH;
      navigate(MIRROR_PATH);
      history.replaceState(isWall ? SHOWN_ON_WALL : SHOWN, '');
    },
  });
  if (ending.aborted) return host;
  setMirroring({ host, address: `${new URL(apiBase).origin}/share` });
  // Codes and connections are for guests with browsers.
  try {
    if (takesGuests) await host.start();
  } catch (error) {
    host.stop();
    throw error;
  }
  return host;
}
