import type { Plugin } from 'vite';

const VARIABLES = /\/@mantine\/core\/esm\/core\/MantineProvider\/MantineCssVariables\/MantineCssVariables\.mjs$/;

/**
 * Leaves out Mantine's calculation of CSS variables: ours are a style sheet. Its module calculates all default colors when
 * it loads, which takes 50 ms on a phone.
 */
export function mantinePlugin(): Plugin {
  return {
    name: 'berth-mantine',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (VARIABLES.test(id) ? 'export const MantineCssVariables = () => null;' : undefined),
  };
}
