/** A network's name has 32 bytes (IEEE 802.11). */
const SSID_BYTES = 32;
/** Of a machine that has no name. */
const NAMELESS = 'Berth';

interface Hotspot {
  readonly ssid_use_devname: boolean;
  readonly ssid?: string | undefined;
}

/** The name of a machine's hotspot: the profile's, or the machine's as far as it fits. */
export function hotspotName({ ssid_use_devname, ssid }: Hotspot, machineName: string): string {
  return (!ssid_use_devname && ssid) || fitting(machineName || NAMELESS);
}

function fitting(name: string): string {
  let bytes = 0;
  const letters = [...name].filter((letter) => {
    bytes += bytesOf(letter.codePointAt(0) ?? 0);
    return bytes <= SSID_BYTES;
  });
  return letters.join('');
}

/** In UTF-8. */
function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
