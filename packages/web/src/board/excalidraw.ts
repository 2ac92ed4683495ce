declare global {
  interface Window {
    EXCALIDRAW_ASSET_PATH?: string;
  }
}

let loading: Promise<typeof import('./canvas.tsx')> | undefined;

/** The drawing surface; a megabyte that only who draws loads. Its fonts are files of this page's own server. */
export function loadExcalidraw(): Promise<typeof import('./canvas.tsx')> {
  // Read when the module is evaluated.
  window.EXCALIDRAW_ASSET_PATH = '/excalidraw/';
  loading ??= import('./canvas.tsx');
  return loading;
}
