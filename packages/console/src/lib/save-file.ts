/** Hands a file to the browser as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(forPeople(content));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click: it is let go a while later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Spreadsheets take a table without this mark for one of their country's old encodings: "Jürgen" comes out garbled. */
const BYTE_ORDER_MARK = '\u{feff}';

/** A table as a spreadsheet opens it with all its letters; any other file as it is. */
export function forPeople(content: Blob): Blob {
  return content.type.startsWith('text/csv') ? new Blob([BYTE_ORDER_MARK, content], { type: content.type }) : content;
}
