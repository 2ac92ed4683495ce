import { DEBUG_DIALOG_PRESSES } from '@berth/contract/limits';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { currentPerson } from '@berth/web/data/auth/person.ts';
import { createPressCounter } from '@berth/web/lib/timing.ts';
import { goTo } from '@berth/web/paths/paths.ts';
import { useEffect, useRef } from 'react';
import { openPalette } from '../palette/open.tsx';
import { openDebugDialog, openGuide, showShortcuts } from '../palette/open-help.tsx';
import { pathOfList } from '../parts/list-memory.ts';
import { LETTERS, useNavEntries } from './nav-entries.ts';

/** Time limit for the second key after `g`. */
const SEQUENCE_MS = 1_000;

/**
 * The console's shortcuts: Ctrl+K for the palette, ? for the guide to the page, Ctrl+/ for the list of shortcuts, / for a page's search, g and a letter
 * for a page; and the hidden debug dialog, on the web for platform administrators only (spec chapter 2).
 */
export function useKeyChords(): void {
  const sections = useNavEntries();
  const latest = useRef(sections);
  latest.current = sections;
  useEffect(() => {
    const debug = createPressCounter(DEBUG_DIALOG_PRESSES);
    let leadAt = Number.NEGATIVE_INFINITY;

    function onCommand(event: KeyboardEvent): void {
      const key = event.key.toLowerCase();
      if (key === 'k') {
        event.preventDefault();
        if (!event.repeat) void openPalette();
      }
      if (key === '/') {
        event.preventDefault();
        if (!event.repeat) void showShortcuts();
      }
      if (key !== DEBUG_DIALOG_PRESSES.key || !currentPerson()?.permissions.includes(PLATFORM_ADMIN)) return;
      // The browser would show the page's source.
      event.preventDefault();
      if (!event.repeat && debug(event.timeStamp)) void openDebugDialog();
    }

    function onLetter(event: KeyboardEvent): void {
      const isSecond = event.timeStamp - leadAt < SEQUENCE_MS;
      leadAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const entry = latest.current.flat().find(({ label }) => isSecond && LETTERS[label] === event.key);
      if (entry) goTo(pathOfList(entry.to));
      else if (event.key === '?') openGuide();
      else if (event.key === '/') focusSearch(event);
    }

    function onKeyDown(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey) onCommand(event);
      else if (!event.altKey && !isTyping(event.target) && !document.querySelector('dialog[open]')) onLetter(event);
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function focusSearch(event: KeyboardEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content input[type=search]')?.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable], canvas');
}
