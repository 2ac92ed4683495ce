import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { startTexts } from '../i18n/store.ts';
import { applyTheme } from '../ui/theme.ts';

applyTheme('dark');
await startTexts(['common', 'session', 'errors']);
const root = document.getElementById('root');
if (root) createRoot(root).render(<main />);
