/**
 * Buffers what is typed for a field that is not rendered yet, and hides these keys from the page.
 *
 * @returns a function that returns the buffered text; its first call ends the buffering.
 */
export function bufferTyping(): () => string {
  let text = '';
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if ([...event.key].length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    removeEventListener('keydown', onKeyDown, { capture: true });
    return text;
  };
}
