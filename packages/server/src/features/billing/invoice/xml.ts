/** An element with its text or its children; what is undefined is left out. */
export type XmlChild = string | undefined;

/** An XML element. Attributes and texts are escaped; children are elements already. */
export function element(
  name: string,
  content: string | readonly XmlChild[],
  attributes: Readonly<Record<string, string>> = {},
): string {
  const inner =
    typeof content === 'string' ? escaped(content) : content.filter((child) => child !== undefined).join('');
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${list.join('')}>${inner}</${name}>`;
}

// What XML 1.0 cannot hold at all is left out: names are entered by people.
function escaped(text: string): string {
  return [...text]
    .filter((character) => character >= ' ' || character === '\n' || character === '\t')
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
