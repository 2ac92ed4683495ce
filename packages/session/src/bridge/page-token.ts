import { BRIDGE_TOKEN_META } from '@berth/contract/bridge/methods';

/**
 * The token that the bridge wrote into this page; undefined if the page was served elsewhere. With a token the
 * environment is `center`, otherwise `web` (spec chapter 1).
 */
export function pageToken(page: ParentNode = document): string | undefined {
  const metas = page.querySelectorAll<HTMLMetaElement>(`meta[name="${BRIDGE_TOKEN_META}"]`);
  return Array.from(metas, (meta) => meta.content).find((content) => content !== '' && !content.startsWith('__'));
}
