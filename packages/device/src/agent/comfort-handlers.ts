import type { AIRPLAY_METHODS } from '@berth/contract/bridge/screen';
import type { AUDIO_METHODS, KEYBOARD_METHODS } from '@berth/contract/bridge/settings';
import { BridgeError } from '../bridge/bridge-error.ts';
import type { BridgeHandlers } from '../bridge/calls.ts';
import type { Airplay } from '../features/airplay/airplay.ts';
import type { Keyboard } from '../features/keyboard/keyboard.ts';
import type { Audio } from '../system/ports/audio.ts';

/** Sound, keyboards and AirPlay, as the person at the machine likes them. */
export function comfortHandlers(
  audio: Audio,
  keyboard: Keyboard,
  airplay: Airplay,
): Pick<BridgeHandlers, keyof typeof AUDIO_METHODS | keyof typeof KEYBOARD_METHODS | keyof typeof AIRPLAY_METHODS> {
  return {
    get_audio: () => audio.state(),
    choose_audio: async ({ direction, id }) => {
      await audio.choose(direction, id).catch(gone);
      return audio.state();
    },
    change_audio: async (change) => {
      await audio.change(change).catch(gone);
      return audio.state();
    },
    get_airplay: () => airplay.state,
    end_airplay: async () => {
      await airplay.end();
      return null;
    },
    get_keyboard: () => keyboard.state,
    choose_keyboard_layout: async ({ layout }) => {
      if (!keyboard.state.layouts.includes(layout)) {
        throw new BridgeError('not-found', 'The profile has no such keyboard layout.');
      }
      await keyboard.choose(layout);
      return null;
    },
  };
}

// Devices are unplugged while a person looks at their list.
function gone(): never {
  throw new BridgeError('not-found', 'That sound device is not there any more.');
}
