/** The fixed address of the demo account (spec chapter 6). The name is reserved for examples: nobody receives its mail. */
export const DEMO_EMAIL = 'demo@berth.example';

/** Below the server's address: the demo's own API base ends with it (spec chapter 6). */
export const DEMO_API_PATH = '/demo/api';

/** The demo begins anew after this time, with everything that visitors changed gone. */
export const DEMO_LIFETIME_MS = 3_600_000;
/** Nobody has called it for so long: it ends, and costs nothing until the next visitor comes. */
export const DEMO_IDLE_MS = 600_000;
