import type { ProfileDefinition } from './definition.ts';
import type { ButtonAction } from './widgets.ts';

/** The place of a dashboard button: the layout's index, and the widget's ID in it. */
export interface ButtonPlace {
  readonly layout: number;
  readonly item: string;
}

/** The action of the button at a place of the profile's dashboard; undefined if there is none. */
export function actionAt({ thinhoc }: ProfileDefinition, place: ButtonPlace): ButtonAction | undefined {
  const layout = thinhoc.customization.dashboard.layouts[place.layout];
  return layout?.layout.find(({ id }) => id === place.item)?.widget.button?.action;
}

/** The command line that an action runs in the machine's shell; undefined for any other action. */
export function shellCommandOf(action: ButtonAction | undefined): string | undefined {
  const system = action?.type === 'system' ? action.system : undefined;
  return system?.action === 'shell' ? system.arguments.map(quoted).join(' ') : undefined;
}

/** The layouts of a profile, or of a layer, whose entries may only move a widget of another one. */
interface WithLayouts {
  readonly thinhoc: {
    readonly customization: {
      readonly dashboard: { readonly layouts: readonly { readonly layout: readonly PlacedWidget[] }[] };
    };
  };
}
interface PlacedWidget {
  readonly widget?: { readonly button?: { readonly action: ButtonAction } };
}

/** The command lines of all shell buttons of a profile, each once. */
export function shellCommandsOf({ thinhoc }: WithLayouts): Set<string> {
  const widgets = thinhoc.customization.dashboard.layouts.flatMap(({ layout }) => layout);
  return new Set(widgets.flatMap(({ widget }) => shellCommandOf(widget?.button?.action) ?? []));
}

// The profile contains a command with arguments, not a script: each one stays a single word.
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
