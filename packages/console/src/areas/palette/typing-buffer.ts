/**
 * Keeps what is typed for a field that is not there yet, in the order of the keys. Nothing else hears of these keys.
 * @returns what was typed so far; the first call ends the keeping, from then on the field has the keys.
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
