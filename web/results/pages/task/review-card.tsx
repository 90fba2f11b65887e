import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { plainWord } from '../../../discussions/lib/knowledge/words.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, DialogForm } from '../../../ui/components/dialog.tsx';
import { AreaField, SelectField, TextField } from '../../../ui/components/field.tsx';
import { LeaveGuard } from '../../../ui/components/leave-guard.tsx';
import { Markdown } from '../../../ui/components/markdown/markdown.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import { textOf, useWrite } from '../../../ui/lib/api/use-write.ts';
import type { TaskDetail } from '../../../ui/lib/api/wire.ts';

/** The decisions that the page offers; clients of the API may use others. */
const decisions = ['accept', 'reject', 'needs_review'] as const;

/** The current review of a result, and the form to write one. */
export function ReviewCard({ task }: { task: TaskDetail }) {
  const readOnly = useReadOnlyReason();
  const [writing, setWriting] = useState(false);
  const { content } = task.ai_review_note;
  return (
    <Card
      title="Review"
      note={
        <Button small disabledReason={readOnly} onClick={() => setWriting(true)}>
          {content === '' ? 'Write one…' : 'Write another…'}
        </Button>
      }
    >
      {content === '' ? <p>No reviews yet</p> : <Markdown text={content} />}
      <p>
        <Link to="/reviews" search={{ chip: task.chip_id, task: task.task_name }}>
          Reviews of {task.task_name}
        </Link>
      </p>
      {writing && <ReviewDialog taskId={task.task_id} onClose={() => setWriting(false)} />}
    </Card>
  );
}

function ReviewDialog({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const write = useWrite(
    (form: FormData) =>
      api.upsertTaskResultAiReview({
        params: { task_id: taskId },
        body: {
          decision: textOf(form, 'decision'),
          primary_reason: textOf(form, 'reason'),
          recommended_action: textOf(form, 'action'),
          review_markdown: text,
        },
      }),
    onClose,
  );
  return (
    <Dialog title="Review this result" open onClose={onClose}>
      <DialogForm
        action="Save the review"
        busy={write.isPending}
        disabled={text.trim() === ''}
        onCancel={onClose}
        onSubmit={(form) => write.mutate(form)}
      >
        <SelectField label="Decision" name="decision">
          {decisions.map((one) => (
            <option key={one} value={one}>
              {plainWord(one)}
            </option>
          ))}
        </SelectField>
        <TextField label="Reason in a line" name="reason" optional maxLength={500} />
        <TextField label="What to do" name="action" optional maxLength={500} />
        <AreaField
          label="Review"
          rows={6}
          value={text}
          hint="Markdown"
          onChange={({ target }) => setText(target.value)}
        />
        <ErrorNotice error={write.error} />
        <LeaveGuard isActive={text !== '' && !write.isSuccess} name="the review" stay="Stay to save it." />
      </DialogForm>
    </Dialog>
  );
}
