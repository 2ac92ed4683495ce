/** How long what the provider hands out lives, in seconds. */
export const LIFETIME_S = {
  /** Short: an access token is checked without asking the database. */
  accessToken: 600,
  idToken: 3_600,
  authorizationCode: 60,
  /** RFC 8628, 3.2: time to find the telephone, scan the code and sign in. */
  deviceCode: 900,
  /** One attempt to sign in, the wait for the mail included. */
  interaction: 3_600,
  /** Moves on with every use. */
  session: 14 * 86_400,
  /** Ends with its session; this only bounds how long a forgotten row stays. */
  grant: 366 * 86_400,
} as const;
