import { DialogStack } from '../areas/dialogs/stack.tsx';
import { showConsolePart } from './console-part.tsx';

/** A page of the console with nothing but its dialogs, until the test ends. */
export async function showDialogs(): Promise<HTMLElement> {
  return showConsolePart(<DialogStack />);
}
