import { askedLanguage, type Language, LOCALES, storedLanguage } from '@berth/web/i18n/locales.ts';
import { type Screen, screenAt } from '@berth/web/paths/screens.ts';

/** The headings of pages with a fixed one. */
export const HEADINGS = {
  profiles: 'console.profiles.title',
  rollouts: 'rollouts.title',
  machines: 'console.machines.title',
  users: 'console.nav.users',
  overview: 'machines.dashboard.title',
  layers: 'machines.layers.title',
  schedules: 'machines.schedules.title',
  enrollment: 'machines.enrollment.title',
  authentication: 'members.auth.title',
  billing: 'billing.title',
  audit: 'audit.title',
  'api-keys': 'keys.title',
  webhooks: 'console.nav.webhooks',
  account: 'account.title',
  'open-invoices': 'console.nav.openInvoices',
  server: 'console.nav.server',
  'product-ids': 'console.nav.productIds',
} as const satisfies Partial<Record<Screen, string>>;

/** What the page says before its scripts are there. */
export type StartingTexts = Readonly<
  Record<Language, { readonly loading: string; readonly headings: Readonly<Partial<Record<Screen, string>>> }>
>;

/** Files of pages, without a leading slash; each page lists the places of its own in `files`. */
export interface PageFiles {
  readonly files: readonly string[];
  readonly pages: Readonly<Partial<Record<Screen, readonly number[]>>>;
}

/**
 * Gives the static page of index.html the user's theme and language and, for a page of the console, its shape and
 * heading. It is part of the HTML: on a slow network the scripts take seconds. The page's own files are requested here,
 * because the scripts would only do so once they run.
 */
export function showStart(texts: StartingTexts, { files, pages }: PageFiles): void {
  const page = document.documentElement;
  const theme = localStorage.getItem('theme');
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  const language = askedLanguage(location.search) ?? storedLanguage(localStorage);
  page.lang = LOCALES[language].bcp47;
  const shape = document.querySelector<HTMLElement>('.starting');
  if (!shape) return;
  const { loading, headings } = texts[language];
  shape.setAttribute('aria-label', loading);
  const screen = screenAt(location.pathname);
  if (!location.pathname.startsWith('/manage/') || screen === undefined || screen === 'manage-login') return;
  shape.dataset.page = screen;
  // After the first paint, in a task each: a request takes milliseconds on a slow computer.
  requestAnimationFrame(() => {
    for (const place of pages[screen] ?? []) setTimeout(preload, 0, `/${files[place]}`);
  });
  const heading = headings[screen];
  if (heading === undefined) return;
  document.title = heading;
  shape.querySelectorAll('b').forEach((place) => {
    place.textContent = heading;
  });
}

function preload(href: string): void {
  const link = document.createElement('link');
  const isScript = href.endsWith('.js');
  link.rel = isScript ? 'modulepreload' : 'preload';
  if (!isScript) link.as = 'style';
  // As for the import that follows: otherwise the file would be requested again.
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}
