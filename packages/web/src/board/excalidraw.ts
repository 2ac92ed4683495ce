declare global {
  interface Window {
    EXCALIDRAW_ASSET_PATH?: string;
  }
}

let loading: Promise<typeof import('./canvas.tsx')> | undefined;

/** Loads the drawing surface: about 1 MB, only when a board is opened. Its fonts come from this page's own server. */
export function loadExcalidraw(): Promise<typeof import('./canvas.tsx')> {
  // Read when the module is evaluated.
  window.EXCALIDRAW_ASSET_PATH = '/excalidraw/';
  loading ??= import('./canvas.tsx');
  return loading;
}
