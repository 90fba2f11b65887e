import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { useTypedAhead } from '../lib/keys/use-typed-ahead.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import type { DialogProps } from './modal.tsx';

// A sixth of what a page with a dialog would load.
const Modal = lazy(() => import('./modal.tsx').then((module) => ({ default: module.Modal })));

/**
 * A modal dialog: focus stays inside and returns afterwards, Escape closes. Its code is loaded when it first opens, and what is typed
 * until then is for the dialog.
 */
export function Dialog(props: DialogProps) {
  // A deferred value waits for the code, and draws nothing in its place.
  const isDrawn = useDeferredValue(props.open, false);
  const [wasDrawn, setWasDrawn] = useState(false);
  if (isDrawn && !wasDrawn) setWasDrawn(true);
  const takeTyped = useTypedAhead(props.open && !wasDrawn, props.onClose);
  return <Suspense>{wasDrawn && <Modal {...props} onFocus={takeTyped} />}</Suspense>;
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
