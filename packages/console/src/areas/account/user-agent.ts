/** Newer names first: each browser also names those that it wants to be taken for. */
const BROWSERS = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
] as const;

const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** "Firefox 128, Linux": enough of a User-Agent header to recognize one's own browser. */
export function describeBrowser(userAgent: string): string {
  const browser = BROWSERS.map(([pattern, name]) => [name, pattern.exec(userAgent)?.[1]]).find(
    ([, version]) => version,
  );
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const parts = [browser?.join(' '), system].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(', ') : userAgent.slice(0, 60);
}
