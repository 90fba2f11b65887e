import { useState } from 'react';
import { KNOWLEDGE_SEVERITIES, KNOWLEDGE_TEXT_LENGTH } from '#shared/discussions/rules/knowledge.ts';
import { Button } from '../../../ui/components/button.tsx';
import { AreaField, SelectField, TextField } from '../../../ui/components/field.tsx';
import { LeaveGuard } from '../../../ui/components/leave-guard.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { useWrite } from '../../../ui/lib/api/use-write.ts';
import { changesOf, labelLists, labels, mainTexts, modelTexts, saveCase } from '../../lib/knowledge/case-fields.ts';
import type { Case } from '../../lib/knowledge/cases.ts';
import styles from './cases.module.css';

/** A draft, to be changed. */
export function CaseForm({ known, onClose }: { known: Case; onClose: () => void }) {
  const [isDirty, setIsDirty] = useState(false);
  const save = useWrite((form: FormData) => saveCase(known.id, changesOf(form, KNOWLEDGE_SEVERITIES)), onClose);
  const area = ({ name, label }: (typeof mainTexts)[number] | (typeof modelTexts)[number]) => (
    <AreaField
      key={name}
      label={label}
      name={name}
      optional
      rows={3}
      maxLength={KNOWLEDGE_TEXT_LENGTH}
      defaultValue={known[name]}
    />
  );
  return (
    <form
      className={styles.form}
      aria-label={`Edit ${known.title}`}
      onChange={() => setIsDirty(true)}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(new FormData(event.currentTarget));
      }}
    >
      <TextField label="Title" name="title" required maxLength={200} defaultValue={known.title} autoComplete="off" />
      <SelectField label="Severity" name="severity" defaultValue={known.severity}>
        {KNOWLEDGE_SEVERITIES.map((severity) => (
          <option key={severity} value={severity}>
            {severity}
          </option>
        ))}
      </SelectField>
      {mainTexts.map(area)}
      <AreaField
        label="Lessons"
        name="lesson_learned"
        optional
        rows={3}
        hint="One a line, at most 20"
        defaultValue={known.lesson_learned.join('\n')}
      />
      <details>
        <summary>Labels, and what a model is taught by</summary>
        <div className={styles.more}>
          {labels.map(({ name, label }) => (
            <TextField
              key={name}
              label={label}
              name={name}
              optional
              maxLength={64}
              defaultValue={known[name]}
              autoComplete="off"
            />
          ))}
          {labelLists.map(({ name, label }) => (
            <TextField
              key={name}
              label={label}
              name={name}
              optional
              hint="Commas between them"
              defaultValue={known[name].join(', ')}
              autoComplete="off"
            />
          ))}
          {modelTexts.map(area)}
        </div>
      </details>
      <ErrorNotice error={save.error} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={!isDirty || save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button onClick={onClose}>{isDirty ? 'Discard changes' : 'Cancel'}</Button>
      </div>
      <LeaveGuard isActive={isDirty && !save.isSuccess} name={`the case ${known.title}`} stay="Stay to save it." />
    </form>
  );
}
