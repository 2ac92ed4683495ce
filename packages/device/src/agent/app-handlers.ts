import type { CALENDAR_METHODS } from '@berth/contract/bridge/calendar';
import type { CALLS_METHODS } from '@berth/contract/bridge/calls';
import type { AIRPLAY_METHODS, MIRROR_METHODS } from '@berth/contract/bridge/screen';
import type { AUDIO_METHODS, KEYBOARD_METHODS } from '@berth/contract/bridge/settings';
import { BridgeError, type BridgeHandlers } from '../bridge/calls.ts';
import type { Airplay } from '../features/airplay/airplay.ts';
import type { Calendar } from '../features/calendar/calendar.ts';
import { CallError, type Calls } from '../features/calls/calls.ts';
import type { Keyboard } from '../features/keyboard/keyboard.ts';
import { Boards } from '../features/whiteboard/boards.ts';
import type { Store } from '../state/store.ts';
import type { Log } from '../system/log.ts';
import type { Audio } from '../system/ports/media.ts';

/** Handlers of the page's room calendar calls. */
export function calendarHandlers(
  calendar: Calendar,
  requireLogin: () => void,
): Pick<BridgeHandlers, keyof typeof CALENDAR_METHODS> {
  return {
    refresh_calendar: () => calendar.refresh(),
    join_meeting: async ({ id }) => {
      requireLogin();
      if (!(await calendar.join(id))) throw new BridgeError('not-found', 'Meeting not found, or no link in it.');
    },
  };
}

/** Handlers of the page's phone calls. */
export function callHandlers(calls: Calls, store: Store): Pick<BridgeHandlers, keyof typeof CALLS_METHODS> {
  return {
    get_calls: () => calls.state,
    list_call_history: () => store.state.calls,
    dial: ({ number, account }) => calls.dial(number, account).catch(refuse),
    answer_call: () => calls.answer().catch(refuse),
    hang_up: () => calls.hangUp().catch(refuse),
    hold_call: ({ held }) => calls.hold(held).catch(refuse),
    send_digits: ({ digits }) => calls.sendDigits(digits).catch(refuse),
  };
}

/** Rethrows a CallError as a BridgeError. */
function refuse(error: unknown): never {
  throw error instanceof CallError ? new BridgeError('call-not-possible', error.message) : error;
}

/** Handlers by which the home screen's page keeps its guests through a crash, until the machine restarts. */
export function mirrorHandlers(store: Store, bootId: string): Pick<BridgeHandlers, keyof typeof MIRROR_METHODS> {
  return {
    load_mirror_host: () => {
      if (store.state.mirrorHost?.bootId !== bootId) return null;
      const { bootId: _boot, ...identity } = store.state.mirrorHost;
      return identity;
    },
    save_mirror_host: async (identity) => {
      await store.update((state) => ({ ...state, mirrorHost: { bootId, ...identity } }));
    },
  };
}

/** Handlers of the page's calls for audio, keyboards, and AirPlay. */
export function peripheralHandlers(
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
    end_airplay: () => airplay.end(),
    get_keyboard: () => keyboard.state,
    choose_keyboard_layout: async ({ layout }) => {
      if (!keyboard.state.layouts.includes(layout)) {
        throw new BridgeError('not-found', 'The profile has no such keyboard layout.');
      }
      await keyboard.choose(layout);
    },
  };
}

// A device may be unplugged while the user looks at the list.
function gone(): never {
  throw new BridgeError('not-found', 'That sound device is not there any more.');
}

type WhiteboardHandlers = Pick<
  BridgeHandlers,
  'list_boards' | 'load_board' | 'save_board' | 'change_board' | 'delete_board'
>;

interface WhiteboardOptions {
  /** Null: this machine has no whiteboards. */
  readonly folder: string | null;
  /** Whether the whiteboard app is enabled. */
  readonly isOn: () => boolean;
  readonly log: Log;
}

/** Handlers of the page's calls for the whiteboards in a folder. */
export function whiteboardHandlers({ folder, isOn, log }: WhiteboardOptions): WhiteboardHandlers {
  const boards = folder === null ? null : new Boards(folder, log);
  const kept = (): Boards => {
    if (!boards || !isOn()) throw new BridgeError('unavailable', 'This machine has no whiteboard.');
    return boards;
  };
  return {
    list_boards: () => kept().list(),
    load_board: async ({ id }) => {
      const board = await kept().load(id);
      if (!board) throw new BridgeError('not-found', 'Whiteboard not found.');
      return board;
    },
    save_board: (board) => kept().save(board),
    change_board: async (change) => {
      const summary = await kept().change(change);
      if (!summary) throw new BridgeError('revision-conflict', 'This whiteboard is to be saved as a whole.');
      return summary;
    },
    delete_board: ({ id }) => kept().delete(id),
  };
}
