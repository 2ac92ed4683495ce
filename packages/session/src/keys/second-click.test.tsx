// @vitest-environment happy-dom

import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import { useSecondClicks } from './second-click.ts';

/** Steps whose button to continue is always at the same place. */
function Steps() {
  useSecondClicks();
  const [step, setStep] = useState(1);
  const [count, setCount] = useState(0);
  return (
    <>
      <h1>{`Step ${step}, ${count} times`}</h1>
      <button key={step} type="button" onClick={() => setStep(step + 1)}>
        Next
      </button>
      <button type="button" onClick={() => setCount(count + 1)}>
        Louder
      </button>
    </>
  );
}

/** Clicks a button; `detail` is the number of clicks that came quickly after each other at one place. */
async function click(page: HTMLElement, name: string, detail: number): Promise<void> {
  const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  await act(async () => button?.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true })));
}

test('a double click continues by one step, also if the next one is there at once', async () => {
  const { page } = await showSession(<Steps />);
  const heading = () => page.querySelector('h1')?.textContent;
  await click(page, 'Next', 1);
  await click(page, 'Next', 2);
  expect(heading()).toBe('Step 2, 0 times');
  await click(page, 'Next', 1);
  expect(heading()).toBe('Step 3, 0 times');
});

test('every quick click on one button counts', async () => {
  const { page } = await showSession(<Steps />);
  for (const detail of [1, 2, 3]) await click(page, 'Louder', detail);
  expect(page.querySelector('h1')?.textContent).toBe('Step 1, 3 times');
});
