import { describe, expect, it } from 'vitest';
import { fieldName } from './form-list.ts';

const TEXTS: Record<string, string> = {
  'console.form.webapp': 'Web apps',
  'console.form.dashboard': 'Info Section',
  'console.profiles.title': 'Profiles',
  'profile.thinhoc.sessions.webapp.url.label': 'Address',
  'profile.thinhoc.customization.dashboard.layouts.label': 'Layouts',
  'profile.thinhoc.customization.dashboard.layouts.name.label': 'Name',
  'profile.widget.button.action.webhook.url.label': 'Address',
};
const texts = { t: (key: string) => TEXTS[key] ?? key, has: (key: string) => key in TEXTS } as Parameters<
  typeof fieldName
>[0];

describe('a place in a definition', () => {
  it.each([
    ['/thinhoc/sessions/webapp/1/url', 'Web apps › 2 › Address'],
    ['/thinhoc/sessions/webapp', 'Web apps'],
    ['/thinhoc/sessions/webapp/mail', 'Web apps › mail'],
    ['/thinhoc/sessions/webapp/mail/url', 'Web apps › mail › Address'],
    ['/thinhoc/customization/dashboard/layouts/0/name', 'Info Section › Layouts › 1 › Name'],
    [
      '/thinhoc/customization/dashboard/layouts/0/layout/2/widget/button/action/webhook/url',
      'Info Section › Layouts › 1 › 3 › Address',
    ],
    ['/thinhoc/sessions/webapp/0/unheard_of', 'Web apps › 1 › unheard_of'],
    ['/version', 'Profiles › version'],
  ])('%s is called %s', (pointer, name) => expect(fieldName(texts, pointer)).toBe(name));
});
