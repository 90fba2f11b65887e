import { Dialog as Primitive } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { classNames } from '../lib/look/class-names.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

/** A modal dialog: focus stays inside and returns afterwards, Escape closes. */
export function Dialog(props: {
  title: string;
  description?: ReactNode;
  open: boolean;
  onClose: () => void;
  wide?: boolean;
  /** For a table of many columns. */
  widest?: boolean;
  /** Comes from the lower edge of a phone, where a thumb is. */
  sheet?: boolean;
  children: ReactNode;
}) {
  const shape = props.sheet ? styles.sheet : props.widest ? styles.widest : props.wide && styles.wide;
  return (
    <Primitive.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Primitive.Portal>
        <Primitive.Backdrop className={styles.backdrop} />
        <Primitive.Popup className={classNames(styles.popup, shape)}>
          <Primitive.Title className={styles.title}>{props.title}</Primitive.Title>
          {props.description && (
            <Primitive.Description className={styles.description}>{props.description}</Primitive.Description>
          )}
          {props.children}
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
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
