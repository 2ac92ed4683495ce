/** Turns the machine off and on. Both resolve once the system has taken the order on. */
export interface Power {
  reboot(): Promise<void>;
  powerOff(): Promise<void>;
}
