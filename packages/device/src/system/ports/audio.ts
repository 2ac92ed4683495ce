import type { AudioChange, AudioDirection, AudioState } from '@berth/contract/bridge/settings';

/** The machine's sound: what programs play to and listen to. */
export interface Audio {
  /** Lists nothing where there is no sound. */
  state(): Promise<AudioState>;
  /** Programs that play or listen already move to it. Rejects when the device is gone, as do all changes. */
  choose(direction: AudioDirection, id: string): Promise<void>;
  change(change: AudioChange): Promise<void>;
}
