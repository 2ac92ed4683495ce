import { lazyScreen } from '../lazy-screen.ts';

const RemoteNotice = lazyScreen(() => import('./remote-notice.tsx'), 'remote');

/** The notice about remote control, with its texts. */
export default function RemoteScreen() {
  return <RemoteNotice />;
}
