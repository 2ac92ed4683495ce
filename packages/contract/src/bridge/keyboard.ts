import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { KEYBOARD_LAYOUTS } from '../profile/keyboard-layouts.ts';

const Layout = Type.Enum([...KEYBOARD_LAYOUTS]);

/** The machine's keyboards: of metal, and on the screen (spec chapter 3, keyboard_layouts and osk_enabled). */
export const KeyboardState = closed({
  /** Those of the profile, in its order. */
  layouts: Type.Array(Layout),
  layout: Layout,
  /** Whether a keyboard on the screen can be shown; it then has a button of its own on every window. */
  onScreen: Type.Boolean(),
});
export type KeyboardState = Type.Static<typeof KeyboardState>;

export const KEYBOARD_METHODS = {
  get_keyboard: { input: Nothing, output: KeyboardState },
  /** Holds until another one is chosen, also after a reboot. */
  choose_keyboard_layout: { input: closed({ layout: Layout }), output: Empty },
} as const;
