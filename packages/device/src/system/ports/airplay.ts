import type { Running } from './programs.ts';

export interface AirplayLaunch {
  /** As it is called on the network. */
  readonly name: string;
  /** Four digits, asked of everybody who connects. */
  readonly pin: string;
  /** Each picture that is shown, as JPEG. */
  readonly onPicture: (jpeg: Buffer) => void;
}

/** A program that receives what Apple's devices show. */
export interface AirplayHost {
  /** Starts it; rejects where it cannot ask for a PIN, or cannot be found on the network. */
  open(launch: AirplayLaunch): Promise<Running>;
}
