import type { Wish } from '@berth/contract/signaling/mirror-messages';
import { type GuestState, MirrorGuest } from '@berth/web/data/mirror/guest.ts';
import { sharedValue } from '@berth/web/lib/shared-value.ts';
import { type OwnMedia, openOwnMedia } from '../own-media.ts';

/** This machine's screen share or call on another machine. One at a time. */
export interface Outgoing {
  readonly wish: Wish;
  readonly guest: MirrorGuest;
  readonly state: GuestState;
  /** Set in a call. */
  readonly own: OwnMedia | null;
}

const current = sharedValue<Outgoing | null>(null);

export const useOutgoing = current.use;

/**
 * Shares this machine's screen on the machine of the code, or calls it.
 *
 * @throws ApiError for an invalid code; DOMException if the screen may not be captured.
 */
export async function startOutgoing(code: string, name: string, wish: Wish): Promise<void> {
  // First what may fail locally: a code works once.
  const own = wish === 'call' ? await openOwnMedia() : null;
  const stream = own?.stream ?? (await navigator.mediaDevices.getDisplayMedia({ video: true, audio: false }));
  const close = () => {
    own?.stop();
    for (const track of stream.getTracks()) track.stop();
  };
  let guest: MirrorGuest | undefined;
  const onState = (state: GuestState): void => {
    if (!guest) return;
    if (state.phase === 'over') close();
    current.set({ wish, guest, state, own });
  };
  try {
    guest = await MirrorGuest.join({ code, name, wants: wish, onState });
    guest.share(stream);
    const told = guest;
    const tell = () => own && told.tell(own.state());
    tell();
    own?.listen(tell);
  } catch (error) {
    close();
    throw error;
  }
}

/** Hangs up or stops sharing; when it has ended already, dismisses the result. */
export function endOutgoing(): void {
  const outgoing = current.get();
  if (outgoing?.state.phase === 'over') current.set(null);
  else outgoing?.guest.leave();
}
