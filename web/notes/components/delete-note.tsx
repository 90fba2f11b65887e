import { useMutation } from '@tanstack/react-query';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { Button } from '../../ui/components/button.tsx';
import { Dialog, DialogBody } from '../../ui/components/dialog.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { hasCode } from '../../ui/lib/api/api.ts';
import type { EditableNote } from '../lib/editable-note.ts';
import styles from './notes.module.css';

/** Asks before a note is deleted, and shows it. */
export function DeleteNote({
  name,
  note,
  remove,
  refetch,
  onClose,
}: {
  name: string;
  note: EditableNote;
  remove?: ((etag: string) => Promise<unknown>) | undefined;
  refetch: () => Promise<EditableNote>;
  onClose: () => void;
}) {
  const removal = useMutation({
    mutationFn: async () => {
      await remove?.(note.etag);
      await refetch();
    },
    onSuccess: onClose,
    onError: async (error) => {
      if (hasCode(error, 'etag_mismatch')) await refetch();
    },
  });
  return (
    <Dialog title={`Delete ${name}?`} description="Its history stays in the timeline of notes." open onClose={onClose}>
      <DialogBody
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="danger" disabled={removal.isPending} onClick={() => removal.mutate()}>
              Delete
            </Button>
          </>
        }
      >
        <p className={styles.text}>{visibleText(note.content)}</p>
        <ErrorNotice error={removal.error} />
      </DialogBody>
    </Dialog>
  );
}
