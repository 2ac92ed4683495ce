import type { Size } from '@berth/contract/signaling/mirror-messages';

/** What a picture has where it is shown: room, and pictures a second. */
export interface Fit {
  readonly room: Size;
  /** null: as many as there are. */
  readonly rate: number | null;
}

/** How many times smaller a picture may be made where it is shown in so much room, whole; never larger than it is. */
export function timesSmaller(picture: Partial<Size>, room: Size): number {
  const { width = 0, height = 0 } = picture;
  return Math.max(1, width / room.width, height / room.height);
}

/** Has a picture captured no oftener than it is shown: what is not taken costs its computer nothing at all. */
export async function slowDown(track: MediaStreamTrack, rate: number | null): Promise<void> {
  const { frameRate, ...others } = track.getConstraints();
  const asked = typeof frameRate === 'object' ? (frameRate.max ?? null) : null;
  if (asked === rate) return;
  const slower = rate === null ? {} : { frameRate: { max: rate } };
  // What cannot be captured at another rate is still sent at it.
  await track.applyConstraints({ ...others, ...slower }).catch(() => {});
}

/** Has a picture sent no larger and no oftener than it is shown: the rest would be encoded, carried and decoded for nothing. */
export async function fitPicture(sender: RTCRtpSender, { room, rate }: Fit): Promise<void> {
  if (sender.track?.kind !== 'video') return;
  const parameters = sender.getParameters();
  // None, in some browsers, before both sides have agreed on the connection.
  const [encoding] = parameters.encodings;
  const scale = timesSmaller(sender.track.getSettings(), room);
  if (!encoding || (encoding.scaleResolutionDownBy === scale && encoding.maxFramerate === (rate ?? undefined))) return;
  encoding.scaleResolutionDownBy = scale;
  if (rate === null) delete encoding.maxFramerate;
  else encoding.maxFramerate = rate;
  // It may have ended meanwhile: then nothing is sent at all.
  await sender.setParameters(parameters).catch(() => {});
}
