/** The machine's own users with their passwords. */
export interface LocalAccounts {
  /** Whether there is a way to check them here. */
  readonly available: boolean;
  /** Whether this is the user's password and the account may be used now. Rejects where nothing can be checked. */
  check(user: string, password: string): Promise<boolean>;
  /** Whether the user may administer this machine. */
  isAdministrator(user: string): Promise<boolean>;
}
