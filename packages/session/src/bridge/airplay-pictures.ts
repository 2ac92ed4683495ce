import { BRIDGE_TOKEN_HEADER } from '@berth/contract/bridge/methods';
import { AIRPLAY_PICTURES_PATH } from '@berth/contract/bridge/screen';

/** Reads frames from the agent until they end; reads the next one after `onPicture` is done. */
export async function watchPictures(
  token: string,
  onPicture: (jpeg: Blob) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const headers = { 'content-type': 'application/json', [BRIDGE_TOKEN_HEADER]: token };
  const response = await fetch(AIRPLAY_PICTURES_PATH, { method: 'POST', headers, body: '{}', signal });
  const reader = response.ok ? response.body?.getReader() : undefined;
  let rest = new Uint8Array(0);
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    rest = concat(rest, chunk.value);
    for (let size = lengthOf(rest); rest.length >= 4 + size; size = lengthOf(rest)) {
      await onPicture(new Blob([rest.slice(4, 4 + size)], { type: 'image/jpeg' }));
      rest = rest.slice(4 + size);
    }
  }
}

/** Infinity while the length itself is incomplete. */
function lengthOf(bytes: Uint8Array): number {
  return bytes.length < 4 ? Infinity : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
