import '@berth/web/ui/base.css';
import './ui/tokens.css';
import './ui/forced-colors.css';
import './ui/reduced-motion.css';
import './ui/print.css';
import { takeFragment } from '@berth/web/data/auth/fragment.ts';
import { startConsole } from './app/start.tsx';

takeFragment();
await startConsole();
