const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/**
 * Whether JSON holds more values than a limit, counted by what separates and opens them. Without parsing, because 16 MB
 * of empty lists take seconds and gigabytes, during which the server answers nobody.
 */
export function holdsMoreValues(json: Buffer, limit: number): boolean {
  let values = 1;
  let isText = false;
  for (let at = 0; at < json.length && values <= limit; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === LIST || byte === OBJECT) values += 1;
  }
  return values > limit;
}
