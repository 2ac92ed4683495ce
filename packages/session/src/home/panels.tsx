import { lazy } from 'react';
import { ConnectionPanel } from './connection-panel.tsx';
import { MachinePanel } from './machine-panel.tsx';
import { MenuPanel } from './menu-panel.tsx';

/** The panels of the Status Bar's buttons, one at a time. */
const PANELS = {
  machine: MachinePanel,
  menu: MenuPanel,
  connection: ConnectionPanel,
  wifi: lazy(() => import('../wifi/wifi-panel.tsx')),
  audio: lazy(() => import('../peripherals/audio-panel.tsx')),
  keyboard: lazy(() => import('../peripherals/keyboard-panel.tsx')),
  'live-view': lazy(() => import('../live-view/live-view-panel.tsx')),
} as const;

export type PanelName = keyof typeof PANELS;

export default function Panels({ open, onClose }: { open: PanelName; onClose: () => void }) {
  const Panel = PANELS[open];
  return <Panel onClose={onClose} />;
}
