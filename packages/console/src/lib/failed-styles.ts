let reloading: Promise<void> | undefined;

/**
 * Requests the style sheets again that failed to load. The bundler's loader counts them as loaded after the first
 * attempt: the script alone would come, without its styles.
 */
export async function reloadFailedStyles(): Promise<void> {
  // Shared by parts that load at the same time: a link that is replaced again would never load.
  reloading ??= requestFailed().finally(() => {
    reloading = undefined;
  });
  await reloading;
}

async function requestFailed(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  await Promise.all(links.filter(({ sheet }) => !sheet).map(reload));
}

function reload(link: HTMLLinkElement): Promise<void> {
  const fresh = document.createElement('link');
  fresh.rel = 'stylesheet';
  fresh.href = link.href;
  return new Promise((resolve, reject) => {
    fresh.addEventListener('load', () => resolve());
    fresh.addEventListener('error', () => reject(new Error(`${fresh.href} did not load`)));
    link.replaceWith(fresh);
  });
}
