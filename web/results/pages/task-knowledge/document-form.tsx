import { useState } from 'react';
import { TASK_DOCUMENT_LENGTH } from '#shared/results/rules/knowledge/document.ts';
import { formatCount } from '#shared/values/rules/cell/quantity.ts';
import { ImageField } from '../../../images/components/image-field/image-field.tsx';
import { codePointCount } from '../../../notes/lib/text.ts';
import { Button } from '../../../ui/components/button.tsx';
import { AreaField } from '../../../ui/components/field.tsx';
import { LeaveGuard } from '../../../ui/components/leave-guard.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { useWrite } from '../../../ui/lib/api/use-write.ts';
import styles from './document-form.module.css';

/** The document of a task, to be written as the project knows it. */
export function DocumentForm({ name, text: before, onClose }: { name: string; text: string; onClose: () => void }) {
  const [text, setText] = useState(before);
  const save = useWrite(
    (content: string) => api.upsertTaskKnowledgeMarkdown({ params: { task_name: name }, body: { content } }),
    onClose,
  );
  const over = codePointCount(text) - TASK_DOCUMENT_LENGTH;
  const problem = over > 0 ? `${formatCount(over)} characters too many` : undefined;
  const isDirty = text !== before;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(text);
      }}
    >
      <ImageField value={text} onText={setText}>
        <AreaField
          label={`Text about ${name}`}
          code
          rows={24}
          value={text}
          hint={`Markdown. ${formatCount(codePointCount(text))} of ${formatCount(TASK_DOCUMENT_LENGTH)} characters`}
          problem={problem}
          onChange={({ target }) => setText(target.value)}
        />
      </ImageField>
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          disabled={!isDirty || text.trim() === '' || problem !== undefined || save.isPending}
        >
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button onClick={onClose}>{isDirty ? 'Discard changes' : 'Cancel'}</Button>
      </div>
      <ErrorNotice error={save.error} />
      <LeaveGuard isActive={isDirty && !save.isSuccess} name={`the text about ${name}`} stay="Stay to save it." />
    </form>
  );
}
