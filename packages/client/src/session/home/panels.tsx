import { lazy } from 'react';
import { MachinePanel } from './machine-panel.tsx';
import { MenuPanel } from './menu-panel.tsx';

const WifiPanel = lazy(() => import('../wifi/wifi-panel.tsx'));

export type PanelName = 'machine' | 'menu' | 'wifi';

/** What the Status Bar's buttons open above it, one at a time. */
export default function Panels({ open, onClose }: { open: PanelName; onClose: () => void }) {
  if (open === 'machine') return <MachinePanel onClose={onClose} />;
  return open === 'wifi' ? <WifiPanel onClose={onClose} /> : <MenuPanel onClose={onClose} />;
}
