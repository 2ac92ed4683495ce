/** Where meetings are known to take place; other links may be anything: a plan, minutes, a menu. */
const MEETING_HOSTS = [
  'zoom.us',
  'teams.microsoft.com',
  'teams.live.com',
  'meet.google.com',
  'webex.com',
  'meet.jit.si',
  'whereby.com',
  'gotomeeting.com',
  'gotomeet.me',
];

/**
 * The link to join by, of texts in the order in which they are most likely to hold it: a known meeting service's
 * wherever it stands, else the first one. Links are https only. Null: there is none.
 */
export function meetingLink(texts: readonly string[]): string | null {
  const links = texts
    .flatMap((text) => text.match(/https:\/\/[^\s<>"'\\]+/g) ?? [])
    .map((link) => link.replace(/[).,;:!\]]+$/, ''));
  const sound = links.filter((link) => URL.canParse(link));
  return sound.find(isMeetingService) ?? sound[0] ?? null;
}

function isMeetingService(link: string): boolean {
  const { hostname } = new URL(link);
  return MEETING_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
