import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import type { DialogProps } from './modal.tsx';

// A sixth of what a page with a dialog would load.
const Modal = lazy(() => import('./modal.tsx').then((module) => ({ default: module.Modal })));

/** A modal dialog: focus stays inside and returns afterwards, Escape closes. Its code is loaded when it first opens. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  return <Suspense>{wasOpen && <Modal {...props} />}</Suspense>;
}

/** A form inside a dialog: its fields, then Cancel and the one action, which is off while it runs. */
export function DialogForm(props: {
  action: string;
  /** What the way back is called, where "Cancel" would be misread. */
  cancelLabel?: string;
  busy: boolean;
  danger?: boolean;
  disabled?: boolean;
  onSubmit: (form: FormData) => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <form
      className={styles.body}
      onSubmit={(event) => {
        event.preventDefault();
        // React bubbles an event to the form that opened a dialog, though the dialog is elsewhere in the page.
        event.stopPropagation();
        props.onSubmit(new FormData(event.currentTarget));
      }}
    >
      {props.children}
      <div className={styles.actions}>
        <Button onClick={props.onCancel}>{props.cancelLabel ?? 'Cancel'}</Button>
        <Button
          type="submit"
          variant={props.danger ? 'danger' : 'primary'}
          disabled={props.busy || (props.disabled ?? false)}
        >
          {props.busy ? 'Working…' : props.action}
        </Button>
      </div>
    </form>
  );
}

/** What a dialog shows instead of a form, with its own buttons. */
export function DialogBody({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className={styles.body}>
      {children}
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
