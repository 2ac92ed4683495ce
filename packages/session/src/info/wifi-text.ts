/** The text that phones read as "join this network" (the Wi-Fi Alliance's WIFI: scheme); empty without a network. */
export function wifiText(ssid: string, password: string): string {
  if (ssid === '') return '';
  const escaped = (text: string) => text.replace(/[\\;,:"]/g, '\\$&');
  const key = password === '' ? 'T:nopass;' : `T:WPA;P:${escaped(password)};`;
  return `WIFI:S:${escaped(ssid)};${key};`;
}
