import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BridgeOutput } from '@berth/contract/bridge/methods';
import { KEYBOARD_LAYOUTS } from '@berth/contract/profile/keyboard-layouts';

/**
 * The language and the keyboard layout chosen in Debian's installer. An image without an installer has neither, or the
 * neutral locale C.
 * @param env The agent's environment: systemd sets LANG.
 * @param etc Folder of the system's configuration.
 */
export function localeHints(env: NodeJS.ProcessEnv, etc: string): BridgeOutput<'get_locale_hints'> {
  const locale = env.LC_ALL || env.LANG || assigned(join(etc, 'default/locale'), 'LANG');
  const [, language, country] = /^([a-z]{2,3})(?:_([A-Z]{2}))?(?:[.@]|$)/.exec(locale) ?? [];
  // The first layout is active after boot.
  const [layout = ''] = assigned(join(etc, 'default/keyboard'), 'XKBLAYOUT').split(',');
  // `us` is Debian's default if the user was not asked.
  const isAsked = layout !== 'us' || country === 'US';
  const keyboard = KEYBOARD_LAYOUTS.find((each) => isAsked && each.toLowerCase() === layout);
  return { language: language ? [language, country].filter(Boolean).join('-') : null, keyboard: keyboard ?? null };
}

/** The value of a variable in a file of shell assignments; empty without the file or the variable. */
function assigned(file: string, name: string): string {
  try {
    return new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}
