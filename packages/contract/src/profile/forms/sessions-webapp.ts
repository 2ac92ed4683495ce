import type { SettingsForm } from './form.ts';
import { iconDetail } from './icon.ts';
import { column, controlsOf, group } from './ui.ts';

const control = controlsOf('profile.thinhoc.sessions.webapp');

const detail = column(
  group('form.session.tile', [
    control('display_name'),
    control('icon', { format: 'icon', detail: iconDetail }),
    control('hide_app_item_icon'),
  ]),
  group('form.session.page', [control('url'), control('window_title'), control('disablePinchToZoom')]),
);

export const webappForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/sessions/webapp',
  uischema: control('', { detail, elementLabelProp: 'display_name' }),
};
