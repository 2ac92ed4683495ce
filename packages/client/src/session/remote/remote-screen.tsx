import { lazyScreen } from '../lazy-screen.ts';

/** The notice about remote control, with its texts. */
export default lazyScreen(() => import('./remote-notice.tsx'), 'remote');
