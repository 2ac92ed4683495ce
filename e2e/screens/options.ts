import { join } from 'node:path';
import { LANGUAGES, type Language } from '@berth/contract/rules/languages';

/** Which screenshots to take; set by `npm run screenshots -- --languages deu,rus --themes dark --sizes 360x740`. */
export interface Options {
  /** Output folder, ignored by git. */
  readonly folder: string;
  readonly languages: readonly Language[];
  readonly themes: readonly Theme[];
  readonly sizes: readonly Size[];
  /** Screens of machines, such as "1920x1080". */
  readonly screens: readonly string[];
}

export type Theme = 'light' | 'dark';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const THEMES: readonly Theme[] = ['light', 'dark'];
const SIZES: readonly string[] = ['1280x720', '360x740'];
const SCREENS: readonly string[] = ['1280x720', '1920x1080'];

/** Reads BERTH_SCREENS_LANGUAGES, _THEMES and _SIZES, each a comma-separated list; all values by default. */
export function readOptions(env: NodeJS.ProcessEnv): Options {
  return {
    folder: join(import.meta.dirname, '../../screenshots'),
    languages: chosen('LANGUAGES', env, LANGUAGES),
    themes: chosen('THEMES', env, THEMES),
    sizes: listed('SIZES', env, SIZES).map(sizeOf),
    screens: listed('SIZES', env, SCREENS),
  };
}

function chosen<Each extends string>(name: string, env: NodeJS.ProcessEnv, all: readonly Each[]): readonly Each[] {
  return listed(name, env, all).map((word) => {
    const known = all.find((each) => each === word);
    if (known === undefined) throw new Error(`"${word}" is none of ${all.join(', ')}`);
    return known;
  });
}

function listed(name: string, env: NodeJS.ProcessEnv, byDefault: readonly string[]): readonly string[] {
  return env[`BERTH_SCREENS_${name}`]?.split(',').filter(Boolean) ?? byDefault;
}

function sizeOf(text: string): Size {
  const [width, height] = text.split('x').map(Number);
  if (!width || !height) throw new Error(`"${text}" is no size such as 1280x720`);
  return { width, height };
}
