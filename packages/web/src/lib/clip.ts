/** The text, or as much of it as leaves room for the ellipsis; no character is cut in two. */
export function clip(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}
