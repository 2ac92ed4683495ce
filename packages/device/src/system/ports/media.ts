import type { AudioChange, AudioDirection, AudioState } from '@berth/contract/bridge/settings';
import type { Exit, Running } from './programs.ts';

/** The machine's sound: what programs play to and listen to. */
export interface Audio {
  /** Lists nothing where there is no sound. */
  state(): Promise<AudioState>;
  /** Programs that play or listen already move to it. Rejects when the device is gone, as do all changes. */
  choose(direction: AudioDirection, id: string): Promise<void>;
  change(change: AudioChange): Promise<void>;
}

export interface AirplayLaunch {
  /** As it is called on the network. */
  readonly name: string;
  /** Four digits that every sender must enter. */
  readonly pin: string;
  /** Each picture that is shown, as JPEG. */
  readonly onPicture: (jpeg: Buffer) => void;
}

/** A program that receives what Apple's devices show. */
export interface AirplayHost {
  /** Starts it; rejects where it cannot ask for a PIN, or cannot be found on the network. */
  open(launch: AirplayLaunch): Promise<Running>;
}

/** An event of the phone program; types are baresip's event names, as in CALL_INCOMING. */
export interface PhoneEvent {
  readonly type: string;
  /** Address of record, as in `sip:reception@sip.example`. */
  readonly account: string;
  /** The other side's address. */
  readonly peer: string;
  readonly peerName: string;
  readonly param: string;
}

/** A phone program that runs. */
export interface Phone {
  readonly pid: number;
  /** Resolves with the answer; rejects when refused. */
  command(name: string, params?: string): Promise<string>;
  onEvent(listener: (event: PhoneEvent) => void): void;
  /** Resolves when it has ended; never rejects. */
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
}

export interface PhoneHost {
  /** Starts the program, without any account. */
  open(): Promise<Phone>;
}
