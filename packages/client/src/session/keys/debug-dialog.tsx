import { Dialog } from '../parts/dialog.tsx';
export default function DebugDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="" onClose={onClose}>
      {null}
    </Dialog>
  );
}
