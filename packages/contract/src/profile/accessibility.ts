import { flag, section } from './schema.ts';

/** Spec chapter 3, system.accessibility. `osk_enabled` is the on-screen keyboard. */
export const Accessibility = section({ osk_enabled: flag(false) });
