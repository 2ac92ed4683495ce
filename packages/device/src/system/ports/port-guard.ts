/** Keeps users of the machine that are neither the agent nor the home screen from a loopback port. */
export interface PortGuard {
  /** Holds until the returned function is called. */
  guard(port: number): Promise<() => Promise<void>>;
}
