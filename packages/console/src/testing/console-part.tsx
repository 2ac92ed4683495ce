import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { DialogStack } from '../areas/dialogs/stack.tsx';
import { WidgetProvider } from '../ui/mantine/provider.tsx';

/** Renders a part of the console on a separate page, until the test ends. */
export async function showConsolePart(part: ReactNode): Promise<HTMLElement> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<WidgetProvider>{part}</WidgetProvider>));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    page.remove();
  });
  return page;
}

/** Renders a page of the console with only its dialogs, until the test ends. */
export async function showDialogs(): Promise<HTMLElement> {
  return showConsolePart(<DialogStack />);
}
