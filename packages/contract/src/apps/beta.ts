/** The catalog's beta apps. Separate from the catalog, because machines mark their tiles without loading it. */
const BETA_APPS: ReadonlySet<string> = new Set(['thinhoc::hosted-desktop', 'thinhoc::rdp-client']);

/** Whether an app may still have faults, change or be withdrawn (spec chapter 3, app catalog entry). */
export function isBetaApp(app: string | null): boolean {
  return app !== null && BETA_APPS.has(app);
}
