import type { AppDefinition, WebappTemplate } from '../profile/apps.ts';
import { PATTERNS } from '../profile/patterns.ts';
import type { WebappSession } from '../profile/sessions.ts';

const WEB_ADDRESS = new RegExp(PATTERNS['web-address'], 'u');
const HOLE = /\{\{([A-Z][A-Z0-9_]*)\}\}/g;

/**
 * The webapp sessions of an app's template, with an instance's settings filled into their URLs, such as
 * `{{PROTOCOL}}://{{SERVER_NAME}}/{{ROOM}}`. A session with a missing setting, or without a valid URL, is `undefined`, so
 * that the others keep their positions.
 */
export function instantiate(
  template: AppDefinition['template'],
  settings: Readonly<Record<string, string>>,
): (WebappSession | undefined)[] {
  return template.thinhoc.sessions.webapp.map((entry) => sessionOf(entry, settings));
}

function sessionOf(entry: WebappTemplate, settings: Readonly<Record<string, string>>): WebappSession | undefined {
  const { type: _, ...session } = entry;
  const url = fillAddress(entry.url, settings);
  const display_name = fill(entry.display_name, settings);
  const window_title = fill(entry.window_title, settings);
  if (url === undefined || !WEB_ADDRESS.test(url) || !display_name || !window_title) return undefined;
  return { ...session, url, display_name, window_title };
}

/** Scheme and host use settings unchanged; in the path and after it they are encoded. */
function fillAddress(template: string, settings: Readonly<Record<string, string>>): string | undefined {
  const [origin = ''] = template.match(/^[^/]*:\/\/[^/?#]*/) ?? [];
  const start = fill(origin, settings);
  const rest = fill(template.slice(origin.length), settings, encodePath);
  return start === undefined || rest === undefined ? undefined : start + rest;
}

function encodePath(value: string): string {
  return value.split('/').map(encodeURIComponent).join('/');
}

/** The text with every placeholder filled in; undefined if a setting is missing. */
function fill(
  text: string,
  settings: Readonly<Record<string, string>>,
  encode = (value: string) => value,
): string | undefined {
  const names = [...text.matchAll(HOLE)].map(([, name = '']) => name);
  if (names.some((name) => !Object.hasOwn(settings, name))) return undefined;
  return text.replaceAll(HOLE, (_hole, name: string) => encode(settings[name] ?? ''));
}
