import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';

const DESCRIPTION_MAX = 300;

/** Where a person reads what went wrong (spec chapter 2, /error): text only, and of limited length. */
function errorPage(publicUrl: string, out: ErrorOut): string {
  const page = new URL(`${publicUrl}/error`);
  page.searchParams.set('error', out.error);
  page.searchParams.set('error_description', (out.error_description ?? out.error).slice(0, DESCRIPTION_MAX));
  return page.href;
}

/** The provider shows no pages of its own for errors: our client does, in the person's language. */
export function redirectToErrorPage(publicUrl: string) {
  return (ctx: KoaContextWithOIDC, out: ErrorOut): void => {
    ctx.status = 303;
    ctx.redirect(errorPage(publicUrl, out));
  };
}
