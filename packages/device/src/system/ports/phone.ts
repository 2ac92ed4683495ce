import type { Exit } from './programs.ts';

/** What a phone program says by itself; types are baresip's event names, as in CALL_INCOMING. */
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
  /** Resolves with what it answers; rejects when it refuses. */
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
