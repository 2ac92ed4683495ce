import DOMPurify from 'dompurify';

/**
 * The administrator's HTML without anything that runs, loads a frame or sends a form. Styles stay: the frame that
 * shows it has no origin and cannot reach beyond itself.
 */
export function safeHtml(html: string): string {
  return DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true, svg: true, svgFilters: true },
    ADD_TAGS: ['style'],
    FORBID_TAGS: ['form', 'input', 'button', 'select', 'textarea', 'iframe', 'object', 'embed', 'meta', 'base', 'link'],
    FORCE_BODY: true,
  });
}
