import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { ButtonAction } from '@berth/contract/profile/widget-button';

/** Where a dashboard's button is: the layout's position, and the widget's id in it. */
export interface ButtonPlace {
  readonly layout: number;
  readonly item: string;
}

/** The action of the button at a place of the profile's dashboard; undefined if there is none. */
export function actionAt({ thinhoc }: ProfileDefinition, place: ButtonPlace): ButtonAction | undefined {
  const layout = thinhoc.customization.dashboard.layouts[place.layout];
  return layout?.layout.find(({ id }) => id === place.item)?.widget.button?.action;
}
