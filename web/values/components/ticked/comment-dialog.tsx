import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isElementKind } from '#shared/chips/rules/target-kinds.ts';
import { lengthProblem, lengthText } from '../../../notes/lib/text.ts';
import { addComment } from '../../../notes/lib/writes.ts';
import { type TickedTarget, targetsText } from '../../../statistics/lib/differences/ticked.ts';
import { Dialog, DialogForm } from '../../../ui/components/dialog.tsx';
import { AreaField } from '../../../ui/components/field.tsx';
import { LeaveGuard } from '../../../ui/components/leave-guard.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { projectKey } from '../../../ui/lib/api/queries.ts';
import { plural } from '../../../ui/lib/format/words.ts';

/** Writes one comment on each qubit and coupling of some targets, in the cool-down that the chip is in. */
export function CommentDialog(props: { chipId: string; targets: readonly TickedTarget[]; onClose: () => void }) {
  const { chipId, onClose } = props;
  const targets = props.targets.flatMap(({ kind, id }) => (isElementKind(kind) ? [] : [{ kind, id }]));
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  // Where one fails those before it have their comment, and do not get it again.
  const [written, setWritten] = useState<ReadonlySet<string>>(new Set());
  const write = useMutation({
    mutationFn: async (content: string) => {
      for (const target of targets) {
        const key = `${target.kind} ${target.id}`;
        if (written.has(key)) continue;
        await addComment({ chipId, ...target }, {}, content);
        setWritten((done) => new Set(done).add(key));
      }
    },
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: projectKey() }),
  });
  const problem = lengthProblem(text);
  return (
    <Dialog
      title={`Comment on ${plural(targets.length, 'target')}`}
      description={targetsText(targets)}
      open
      onClose={onClose}
    >
      <DialogForm
        action={`Comment on ${targets.length - written.size}`}
        busy={write.isPending}
        disabled={text.trim() === '' || problem !== undefined}
        onCancel={onClose}
        onSubmit={() => write.mutate(text)}
      >
        <AreaField
          label="Comment"
          rows={4}
          value={text}
          hint={lengthText(text)}
          problem={problem}
          onChange={(event) => setText(event.target.value)}
        />
        <ErrorNotice error={write.error} />
        <LeaveGuard isActive={text !== '' && !write.isSuccess} name="the comment" stay="Stay to post it." />
      </DialogForm>
    </Dialog>
  );
}
