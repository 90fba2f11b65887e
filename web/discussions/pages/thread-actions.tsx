import { useState } from 'react';
import { CLOSE_REASONS, isClosed } from '#shared/discussions/rules/status.ts';
import { Button } from '../../ui/components/button.tsx';
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx';
import { SelectField } from '../../ui/components/field.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { textOf } from '../../ui/lib/api/use-write.ts';
import type { Thread } from '../../ui/lib/api/wire.ts';
import { closeReasonWords } from '../lib/words.ts';
import { useDiscussionWrite } from './use-discussion-write.ts';
import { useRights } from './use-rights.ts';

/** Closes a discussion, or opens it again, for those who may. */
export function ThreadActions({ thread }: { thread: Thread }) {
  const [closing, setClosing] = useState(false);
  const params = { post_id: thread.id };
  const close = useDiscussionWrite(
    (form: FormData) => {
      const reason = CLOSE_REASONS.find((one) => one === textOf(form, 'reason')) ?? 'resolved';
      return api.closeForumPost({ params, body: { reason } });
    },
    () => setClosing(false),
  );
  const reopen = useDiscussionWrite(() => api.reopenForumPost({ params }));
  if (!useRights(thread).maySort) return null;
  if (isClosed(thread))
    return (
      <>
        <ErrorNotice error={reopen.error} />
        <Button disabled={reopen.isPending} onClick={() => reopen.mutate(undefined)}>
          Open again
        </Button>
      </>
    );
  return (
    <>
      <Button onClick={() => setClosing(true)}>Close…</Button>
      <ConfirmDialog
        title="Close the discussion?"
        description="It takes no replies until it is opened again."
        action="Close the discussion"
        write={close}
        onConfirm={(form) => close.mutate(form)}
        open={closing}
        onClose={() => setClosing(false)}
      >
        <SelectField label="Because it is" name="reason" defaultValue="resolved">
          {CLOSE_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {closeReasonWords[reason]}
            </option>
          ))}
        </SelectField>
      </ConfirmDialog>
    </>
  );
}
