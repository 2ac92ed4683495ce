// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import { HtmlFrame } from './html-frame.tsx';

test('the announcement follows the page’s theme and text size', async () => {
  const { dataset, style } = document.documentElement;
  dataset.theme = 'dark';
  const { page } = await showSession(<HtmlFrame title="Announcements" html="<p>Good morning</p>" />);
  const source = () => page.querySelector('iframe')?.getAttribute('srcdoc');
  await expect.poll(source).toContain('color-scheme:dark');
  await act(async () => {
    dataset.theme = 'light';
    style.fontSize = '150%';
    // Mutation observers run after the task.
    await Promise.resolve();
  });
  await expect.poll(source).toContain('color-scheme:light');
  expect(source()).toContain('html{font-size:150%}');
});
