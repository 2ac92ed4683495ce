/** The zone that the machine's clock shows; its time comes from the network. */
export interface Clock {
  /** IANA name. */
  zone(): string;
  /** Makes it last, for every program of the machine. Rejects where nobody can. */
  setZone(zone: string): Promise<void>;
}
