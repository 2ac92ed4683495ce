import {
  Anchor,
  Button,
  createTheme,
  type DefaultMantineColor,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  Menu,
  Switch,
  type VariantColorsResolver,
} from '@mantine/core';
import buttonStyles from './button.module.css';
import switchStyles from './switch.module.css';

/** A destructive action: inconspicuous until hovered. */
export const DANGER: DefaultMantineColor = 'var(--bad)';

/** Colors by role, from the tokens: Mantine would derive its own from a palette, too pale for WCAG's contrast. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const danger = input.color === DANGER;
  switch (input.variant) {
    case 'filled':
      return {
        background: danger ? 'var(--bad-fill)' : 'var(--accent)',
        hover: danger ? 'var(--bad-fill-hover)' : 'var(--accent-hover)',
        color: 'var(--on-accent)',
        border: '1px solid transparent',
      };
    case 'default':
      return {
        background: 'var(--surface-1)',
        hover: 'var(--surface-2)',
        color: danger ? 'var(--bad)' : 'var(--text)',
        border: '1px solid var(--line)',
      };
    case 'subtle':
      return {
        background: 'transparent',
        hover: danger ? 'var(--bad-soft)' : 'var(--surface-2)',
        color: danger ? 'var(--bad)' : 'var(--text)',
        border: '1px solid transparent',
      };
    default:
      return defaultVariantColorsResolver(input);
  }
};

export const theme: MantineThemeOverride = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'never',
  variantColorResolver,
  components: {
    Anchor: Anchor.extend({ defaultProps: { size: 'sm' } }),
    Button: Button.extend({
      defaultProps: { fw: 500 },
      classNames: {
        root: buttonStyles.root ?? '',
        inner: buttonStyles.inner ?? '',
        label: buttonStyles.label ?? '',
      },
    }),
    Menu: Menu.extend({
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 120 },
        // A long menu covers its button instead of leaving the window.
        middlewares: { flip: true, shift: { crossAxis: true, padding: 8 } },
        // Its hidden focusable element is not a menu item, which menus may not contain.
        withInitialFocusPlaceholder: false,
      },
    }),
    Switch: Switch.extend({
      defaultProps: { withThumbIndicator: false },
      classNames: { track: switchStyles.track ?? '', thumb: switchStyles.thumb ?? '' },
    }),
  },
});
