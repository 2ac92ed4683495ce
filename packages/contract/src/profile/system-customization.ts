import { flag, section } from './schema.ts';

/** The look of everything outside our own screens (spec chapter 3, system.customization). */
export const SystemCustomization = section({ 'global-dark-theme': flag(true) });
