import type { AudioChange, AudioDirection, AudioState } from '@berth/contract/bridge/settings';
import type { Exit, Running } from './programs.ts';

/** The machine's audio devices. */
export interface Audio {
  /** Empty lists if there is no audio. */
  state(): Promise<AudioState>;
  /** Selects a device; running streams move to it. Like every change, rejects if the device is gone. */
  choose(direction: AudioDirection, id: string): Promise<void>;
  change(change: AudioChange): Promise<void>;
}

export interface AirplayLaunch {
  /** The receiver's name on the network. */
  readonly name: string;
  /** Four digits that every sender must enter. */
  readonly pin: string;
  /** Called with each frame as JPEG. */
  readonly onPicture: (jpeg: Buffer) => void;
}

/** An AirPlay receiver. */
export interface AirplayHost {
  /** Starts the receiver; rejects if it cannot require a PIN or cannot be announced on the network. */
  open(launch: AirplayLaunch): Promise<Running>;
}

/** An event of the phone program; types are baresip's, for example CALL_INCOMING. */
export interface PhoneEvent {
  readonly type: string;
  /** Address of record, for example `sip:reception@sip.example`. */
  readonly account: string;
  /** The other side's address. */
  readonly peer: string;
  readonly peerName: string;
  readonly param: string;
}

/** A running phone program. */
export interface Phone {
  readonly pid: number;
  /** Resolves to the reply; rejects if refused. */
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
