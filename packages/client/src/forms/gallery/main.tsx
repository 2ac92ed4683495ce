import '../../ui/base.css';
import { createRoot } from 'react-dom/client';
import { startTexts } from '../../i18n/store.ts';
import { Gallery } from './gallery.tsx';

await startTexts(['common', 'errors', 'forms', 'profile', 'apps']);
createRoot(document.getElementById('root') ?? document.body).render(<Gallery />);
