/** Turns the machine off and on. All resolve once the system has taken the order on. */
export interface Power {
  reboot(): Promise<void>;
  powerOff(): Promise<void>;
  /** To sleep, with everything that is open. */
  suspend(): Promise<void>;
}
