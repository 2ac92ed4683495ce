import { lazyScreen } from '../lazy-screen.ts';
import { usePath } from '../navigation.ts';
import { MESSAGE_PATH } from '../paths.ts';

const RemoteNotice = lazyScreen(() => import('./remote-notice.tsx'), 'remote');
const MessageNotice = lazyScreen(() => import('./message-notice.tsx'), 'remote');

/** A window above all others: remote control of the machine, or an administrator's message. */
export default function NoticeWindow() {
  return usePath() === MESSAGE_PATH ? <MessageNotice /> : <RemoteNotice />;
}
