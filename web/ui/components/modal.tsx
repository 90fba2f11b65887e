import { Dialog as Primitive } from '@base-ui/react/dialog';
import type { FocusEvent, ReactNode } from 'react';
import { classNames } from '../../values/lib/look/class-names.ts';
import styles from './dialog.module.css';

export interface DialogProps {
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
}

/** What `Dialog` draws. */
export function Modal(props: DialogProps & { onFocus: (event: FocusEvent) => void }) {
  const shape = props.sheet ? styles.sheet : props.widest ? styles.widest : props.wide && styles.wide;
  return (
    <Primitive.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Primitive.Portal>
        <Primitive.Backdrop className={styles.backdrop} />
        <Primitive.Popup className={classNames(styles.popup, shape)} onFocus={props.onFocus}>
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
