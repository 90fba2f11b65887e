import type { ReactNode } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, DialogBody } from '../../../ui/components/dialog.tsx';
import styles from './controls.module.css';

/** The fields that choose what the dashboard shows, over the lower part of a phone; each holds at once. */
export function ControlsSheet({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <Dialog sheet title="What is shown" open onClose={onClose}>
      <DialogBody
        actions={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className={styles.controls}>{children}</div>
      </DialogBody>
    </Dialog>
  );
}
