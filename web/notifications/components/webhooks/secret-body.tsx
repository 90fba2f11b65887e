import type { ReactNode } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { DialogBody } from '../../../ui/components/dialog.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import styles from './webhooks.module.css';

/** What deliveries are signed with, which is shown this once. */
export function SecretBody(props: { secret: string; children?: ReactNode; onClose: () => void }) {
  return (
    <DialogBody
      actions={
        <Button variant="primary" onClick={props.onClose}>
          Done
        </Button>
      }
    >
      <Notice tone="warn">Copy the secret now: it is not shown again.</Notice>
      <code className={styles.secret}>{props.secret}</code>
      <div>
        <Button onClick={() => void navigator.clipboard?.writeText(props.secret)}>Copy</Button>
      </div>
      {props.children}
    </DialogBody>
  );
}
