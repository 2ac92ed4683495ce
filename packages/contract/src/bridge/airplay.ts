import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';

/**
 * The machine as an AirPlay receiver (spec chapter 3, thinhoc.mirror.enabled_features). The page shows the picture as one
 * more channel of its mirroring.
 */
export const AirplayState = closed({
  /** Asked of who connects, and shown for that; null while the machine receives nothing by AirPlay. */
  pin: Type.Union([Type.String({ pattern: '^[0-9]{4}$' }), Type.Null()]),
  /** As the receiver is called on the network. */
  name: Type.String(),
  /** Whether somebody shows something. */
  showing: Type.Boolean(),
});
export type AirplayState = Type.Static<typeof AirplayState>;

export const AIRPLAY_METHODS = {
  get_airplay: { input: Nothing, output: AirplayState },
  /** Sends away whoever shows something. */
  end_airplay: { input: Nothing, output: Empty },
} as const;

/**
 * Not a method: POST as one, answered by a body that goes on while there are pictures. Each is a JPEG behind its length
 * in four bytes, the highest first.
 */
export const AIRPLAY_PICTURES_PATH = '/bridge/airplay_pictures';
