/**
 * The address as a path of this site, or undefined when it leads elsewhere: redirectUrl and the remembered route are
 * input (issue of open redirects; WHATWG URL treats `//host`, `/\host` and `https:host` as other sites).
 */
export function sameSitePath(address: string | null | undefined, origin: string): string | undefined {
  if (!address?.startsWith('/') || !URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined;
}
