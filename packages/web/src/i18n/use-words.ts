import { useState } from 'react';
import { useTexts } from './store.ts';
import type { Words } from './texts.ts';

/** Like a state of a text, such as why something was refused; what is shown follows the language. */
export function useWords(): readonly [shown: string | undefined, say: (words: Words | undefined) => void] {
  const texts = useTexts();
  const [said, setSaid] = useState<{ readonly words: Words | undefined }>();
  return [said?.words?.(texts), (words) => setSaid({ words })];
}
