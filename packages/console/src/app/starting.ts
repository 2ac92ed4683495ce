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

/**
 * Gives the static page of index.html the user's theme and language and, for a page of the console, its shape and
 * heading. It is part of the HTML: on a slow network the scripts take seconds.
 */
export function showStart(texts: StartingTexts): void {
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
  const heading = headings[screen];
  if (heading === undefined) return;
  document.title = heading;
  shape.querySelectorAll('b').forEach((place) => {
    place.textContent = heading;
  });
}
