import './ui/base.css';
import { takeFragment } from './app/fragment.ts';
import { startConsole } from './app/start.tsx';

takeFragment();
await startConsole();
