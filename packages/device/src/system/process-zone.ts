let known: { readonly setting: string | undefined; readonly name: string } | undefined;

/** IANA name of the zone that this process's clock shows. Asking the system takes half a millisecond, a fleet asks often. */
export function processZone(): string {
  const setting = process.env.TZ;
  // Node looks at nothing else while it runs.
  if (known?.setting !== setting || !known) {
    known = { setting, name: Intl.DateTimeFormat().resolvedOptions().timeZone };
  }
  return known.name;
}
