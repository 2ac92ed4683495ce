/** Reads and validates environment variables. Collects the faults, so that one start reports them all. */
export interface Variables {
  readonly faults: readonly string[];
  /** The unchanged text; undefined if unset or empty. */
  text(name: string): string | undefined;
  /** Comma-separated entries, trimmed, without empty ones. */
  list(name: string): string[];
  integer(name: string, range: { readonly min: number; readonly max: number }, otherwise: number): number;
  url(name: string, protocols: readonly string[]): URL | undefined;
  choice<const Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice): Choice;
  flag(name: string): boolean;
  fault(name: string, allowed: string): void;
}

/** Reads variables from an environment such as process.env. */
export function readVariables(env: Readonly<Record<string, string | undefined>>): Variables {
  const faults: string[] = [];
  const text = (name: string) => env[name]?.trim() || undefined;
  const fault = (name: string, allowed: string) => {
    // The message omits the value: it may be a misplaced credential.
    faults.push(`${name} must be ${allowed}.`);
  };
  return {
    faults,
    fault,
    text,
    list: (name) =>
      (text(name) ?? '')
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    integer: (name, { min, max }, otherwise) => {
      const value = text(name);
      if (value === undefined) return otherwise;
      if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
      fault(name, `a whole number from ${min} to ${max}`);
      return otherwise;
    },
    url: (name, protocols) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const url = URL.canParse(value) ? new URL(value) : undefined;
      if (url && protocols.includes(url.protocol)) return url;
      fault(name, `an address that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`);
      return undefined;
    },
    choice: (name, choices, otherwise) => {
      const value = text(name);
      if (value === undefined) return otherwise;
      const found = choices.find((each) => each === value);
      if (found === undefined) fault(name, `one of ${choices.join(', ')}`);
      return found ?? otherwise;
    },
    flag: (name) => {
      const value = text(name);
      if (value !== undefined && !['true', 'false'].includes(value)) fault(name, 'true or false');
      return value === 'true';
    },
  };
}

/** System variables that any child process needs; excludes our configuration with its keys and addresses. */
const NAMES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'] as const;

/** The environment of a child process that must not know this server's configuration. */
export function systemEnvironment(env: NodeJS.ProcessEnv = process.env): Readonly<Record<string, string>> {
  return Object.fromEntries(NAMES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
