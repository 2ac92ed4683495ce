import type { Texts } from '@berth/web/i18n/texts.ts';

/** An app's name in the catalog; the key of an app that only a newer catalog knows. */
export function appName({ t, has }: Pick<Texts, 't' | 'has'>, app: string): string {
  const key = `apps.${app}.name`;
  return has(key) ? t(key) : app;
}

/** The app's purpose, in one sentence. */
export function appDescription({ t, has }: Pick<Texts, 't' | 'has'>, app: string): string {
  const key = `apps.${app}.description`;
  return has(key) ? t(key) : '';
}
