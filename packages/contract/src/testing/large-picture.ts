const none = (quads: number) => 'AAAA'.repeat(quads);
/** A GIF of one pixel up to its data, and three blocks of 255 zeros each. */
const HEAD = 'R0lGODlhAQABAAAAACwAAAAAAQABAAAC';
const BLOCKS = `/wAA${none(84)}AP8A${none(84)}AAD/${none(85)}`;

/** A picture that a profile takes, of about so many kilobytes in base64. */
export function largePicture(kilobytes: number): string {
  return `data:image/gif;base64,${HEAD}${BLOCKS.repeat(kilobytes)}ADs=`;
}
