import type { CallMedia } from '@berth/contract/signaling/mirror-messages';

export type Device = 'camera' | 'microphone';

/**
 * Media of this side of a call: always one video and one audio track, so that either can be toggled without a new call.
 */
export interface OwnMedia {
  readonly stream: MediaStream;
  /** Whether a permitted device exists. */
  readonly has: Readonly<Record<Device, boolean>>;
  readonly isOn: (device: Device) => boolean;
  /** When off, a camera sends black and a microphone silence. */
  readonly setOn: (device: Device, on: boolean) => void;
  readonly state: () => CallMedia;
  /** Called when a device is toggled; one listener. */
  readonly listen: (listener: () => void) => void;
  readonly stop: () => void;
}

/** Opens camera and microphone; a missing or blocked one is replaced by black or silence. */
export async function openOwnMedia(): Promise<OwnMedia> {
  const [camera, microphone] = [await open({ video: true }), await open({ audio: true })];
  const sound = microphone ? null : new AudioContext();
  const black = camera ? null : blackPicture();
  const tracks: Record<Device, MediaStreamTrack | undefined> = {
    camera: camera ?? black?.track,
    microphone: microphone ?? sound?.createMediaStreamDestination().stream.getAudioTracks()[0],
  };
  const has = { camera: camera !== undefined, microphone: microphone !== undefined };
  let heard = () => {};
  const stateOf = (device: Device) => (!has[device] ? 'none' : tracks[device]?.enabled ? 'on' : 'off');
  const all = Object.values(tracks).filter((track) => track !== undefined);
  return {
    stream: new MediaStream(all),
    has,
    isOn: (device) => has[device] && tracks[device]?.enabled === true,
    setOn(device, on) {
      const track = tracks[device];
      if (track) track.enabled = on;
      heard();
    },
    state: () => ({ camera: stateOf('camera'), microphone: stateOf('microphone') }),
    listen(listener) {
      heard = listener;
    },
    stop() {
      for (const track of all) track.stop();
      black?.stop();
      void sound?.close();
    },
  };
}

async function open(wanted: MediaStreamConstraints): Promise<MediaStreamTrack | undefined> {
  try {
    return (await navigator.mediaDevices.getUserMedia(wanted)).getTracks()[0];
  } catch {
    return undefined;
  }
}

/** How often black is redrawn: a static stream is never sent, and the other side would wait for it. */
const BLACK_MS = 500;

function blackPicture(): { readonly track: MediaStreamTrack | undefined; readonly stop: () => void } {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
  const context = canvas.getContext('2d');
  const draw = () => context?.fillRect(0, 0, 320, 180);
  draw();
  const timer = setInterval(draw, BLACK_MS);
  return { track: canvas.captureStream().getVideoTracks()[0], stop: () => clearInterval(timer) };
}
