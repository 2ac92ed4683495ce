import { vi } from 'vitest';

// Runs before each test file. A process runs several: none finds what another one's modules keep (texts, who is signed
// in, what was loaded).
vi.resetModules();
