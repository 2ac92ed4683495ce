import { Suspense, use } from 'react';
import type { OwnMedia } from '../../data/mirror/own-media.ts';
import type { MirrorHost } from '../host.ts';
import { OwnControls } from './own-controls.tsx';

/** This machine's side of an incoming call. */
export function CallControls({ host }: { host: MirrorHost }) {
  return (
    host.own && (
      <Suspense>
        <Opened own={host.own} />
      </Suspense>
    )
  );
}

function Opened({ own }: { own: Promise<OwnMedia> }) {
  return <OwnControls own={use(own)} />;
}
