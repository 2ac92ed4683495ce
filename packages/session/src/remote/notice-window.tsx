import { lazyScreen } from '../lazy-screen.ts';
import { usePath } from '../navigation.ts';
import { MESSAGE_PATH } from '../paths.ts';

const RemoteNotice = lazyScreen(() => import('./remote-notice.tsx'), 'remote');
const MessageNotice = lazyScreen(() => import('./message-notice.tsx'), 'remote');

/** What a window above all others says: that somebody controls the machine, or what an administrator has to say. */
export default function NoticeWindow() {
  return usePath() === MESSAGE_PATH ? <MessageNotice /> : <RemoteNotice />;
}
