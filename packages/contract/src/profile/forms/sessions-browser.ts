import type { SettingsForm } from './form.ts';
import { iconDetail } from './icon.ts';
import { column, controlsOf, group, row, showIf } from './ui.ts';

const control = controlsOf('profile.thinhoc.sessions.webbrowser');
const engine = controlsOf('profile.thinhoc.sessions.webbrowser.search_engine_providers');

const engineDetail = column(row(engine('name'), engine('bang')), engine('url'));

const detail = column(
  group('form.session.tile', [control('display_name'), control('icon', { format: 'icon', detail: iconDetail })]),
  group('form.session.page', [control('url')]),
  group('form.browser.search', [
    control('search_engine_providers', { detail: engineDetail, elementLabelProp: 'name' }),
    control('default_search_engine', {
      format: 'entry',
      entriesOf: 'search_engine_providers',
      elementLabelProp: 'name',
    }),
    control('use_google_search_suggestions'),
  ]),
  group('form.browser.protection', [
    control('enable_adblock'),
    control('content_filter_lists', { rule: showIf('enable_adblock', true) }),
    control('enable_tracking_prevention'),
    control('enable_google_safe_browsing'),
  ]),
  group('form.browser.use', [
    control('enable_caret_browsing'),
    control('disable_context_menu'),
    control('custom_user_agent'),
  ]),
);

export const browserForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/sessions/webbrowser',
  uischema: control('', { detail, elementLabelProp: 'display_name' }),
};
