import type { SettingsForm } from './form.ts';
import { column, controlsOf, group, showIf } from './ui.ts';

const control = controlsOf('profile.thinhoc.screensaver');
const slide = controlsOf('profile.thinhoc.screensaver.slides');

const slideDetail = column(
  slide('type', { format: 'radio' }),
  slide('image', { format: 'picture', accept: 'image/*', rule: showIf('type', 'image') }),
  slide('video', { rule: showIf('type', 'video') }),
  slide('title'),
  slide('content', { multi: true, rule: showIf('type', 'text') }),
  slide('duration', { unit: 'seconds' }),
);

export const screensaverForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/screensaver',
  uischema: column(
    control('enabled'),
    group(
      'form.screensaver.behavior',
      [
        control('show_after', { unit: 'seconds' }),
        control('duration', { unit: 'seconds' }),
        control('fullscreen'),
        control('bring_to_foreground'),
      ],
      showIf('enabled', true),
    ),
    group(
      'form.screensaver.slides',
      [control('slides', { detail: slideDetail, elementLabelProp: 'title' })],
      showIf('enabled', true),
    ),
  ),
};
