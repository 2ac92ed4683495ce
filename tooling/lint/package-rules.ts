/**
 * The package structure as data: which packages exist, what each may depend on, and the layers inside each, highest
 * first. A file may import from its own layer and from layers below it. Layers on one line are siblings: they never
 * import each other; the composition root (app.ts, agent.ts) passes the function that one needs from the other.
 */
export type Package = {
  /** The `@berth/` packages it may depend on. */
  readonly dependsOn: readonly string[];
  /** Path prefixes below src/, from the highest layer to the lowest. Empty: no layers inside. */
  readonly layers: readonly (readonly string[])[];
  /** Path prefixes that belong to another layer than their folder. */
  readonly exceptions?: Readonly<Record<string, string>>;
  /** Folders whose direct children never import each other. */
  readonly siblings?: readonly string[];
  /** Only tests and what supports them may import it. */
  readonly isForTests?: true;
};

export const packages: Readonly<Record<string, Package>> = {
  contract: { dependsOn: [], layers: [] },
  // Real servers for tests, of several packages.
  testing: { dependsOn: [], layers: [], isForTests: true },
  server: {
    dependsOn: ['contract', 'testing'],
    // Nothing below app reads the configuration: values are passed in.
    layers: [['main'], ['app'], ['config'], ['features'], ['http', 'gateway'], ['db'], ['platform', 'texts']],
    siblings: ['features'],
  },
  // Shared by console and session.
  web: { dependsOn: ['contract'], layers: [['board'], ['data'], ['i18n'], ['ui'], ['paths', 'lib']] },
  console: {
    dependsOn: ['contract', 'web'],
    layers: [['main'], ['app'], ['areas'], ['forms'], ['data'], ['ui'], ['lib']],
  },
  session: { dependsOn: ['contract', 'web'], layers: [] },
  // The build of both; only it knows both.
  client: { dependsOn: ['contract', 'web', 'console', 'session'], layers: [] },
  device: {
    dependsOn: ['contract', 'testing'],
    layers: [
      ['main'],
      ['agent'],
      ['link', 'bridge', 'features', 'system/linux', 'system/fake'],
      ['state'],
      ['system/ports'],
    ],
    siblings: ['features'],
  },
  simulator: { dependsOn: ['contract', 'device', 'server'], layers: [] },
  cli: { dependsOn: ['contract'], layers: [] },
};

/** Folders beside packages/ that export something, and the folders that may import it. */
export const toolFolders: Readonly<Record<string, readonly string[]>> = { e2e: ['bench', 'tooling'] };

/** Libraries that a layer must not import, as package names or scopes ending in "/". */
export const forbiddenLibraries: readonly { readonly layer: string; readonly libraries: readonly string[] }[] = [
  ...['web/ui', 'console/ui'].map((layer) => ({
    layer,
    libraries: ['react-router', '@tanstack/react-query', '@tanstack/react-table'],
  })),
];

/** The only libraries the contract may import outside its tests. */
export const contractLibraries: readonly string[] = ['typebox', '@formatjs/icu-messageformat-parser'];

/** Name of folders for test support: they may import everything in their package; only tests import them. */
export const testSupport = 'testing';
