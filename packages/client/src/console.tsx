import './ui/base.css';
import { startConsole } from './app/start.tsx';
import { takeFragment } from './data/auth/fragment.ts';

takeFragment();
await startConsole();
