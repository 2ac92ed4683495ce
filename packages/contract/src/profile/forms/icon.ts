import { column, controlsOf, row, showIf, type UiElement } from './ui.ts';

const control = controlsOf('profile.icon');

/** A tile's icon: a symbol with its colors, or a picture. */
export const iconDetail: UiElement = column(
  control('type', { format: 'radio' }),
  control('symbol', { format: 'symbol', rule: showIf('type', 'symbol') }),
  { ...row(control('symbol_color'), control('background_color')), rule: showIf('type', 'symbol') },
  control('image', { format: 'picture', accept: 'image/png', rule: showIf('type', 'image') }),
);
