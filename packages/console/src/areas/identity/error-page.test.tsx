// @vitest-environment happy-dom
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { Component } from './error-page.tsx';

async function alertOf(description: string): Promise<string | null | undefined> {
  const address = `/error?error_description=${encodeURIComponent(description)}`;
  const page = await showConsolePart(
    <MemoryRouter initialEntries={[address]}>
      <Component />
    </MemoryRouter>,
  );
  return page.querySelector('[role=alert]')?.textContent;
}

it('a long error_description is cut to 200 characters', async () => {
  expect(await alertOf('⚓'.repeat(5_000))).toBe(`${'⚓'.repeat(199)}…`);
  expect(await alertOf('⚓'.repeat(200))).toBe('⚓'.repeat(200));
});
