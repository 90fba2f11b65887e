import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isClosed, THREAD_STATUSES } from '#shared/discussions/rules/status.ts';
import { Button } from '../../ui/components/button.tsx';
import { Dialog, DialogForm } from '../../ui/components/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/components/field.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { membersQuery } from '../../ui/lib/api/queries.ts';
import { currentProject } from '../../ui/lib/api/session.ts';
import { textOf } from '../../ui/lib/api/use-write.ts';
import type { Thread } from '../../ui/lib/api/wire.ts';
import { categoriesQuery } from '../lib/queries.ts';
import { statusWords } from '../lib/words.ts';
import styles from './discussions-page.module.css';
import { useDiscussionWrite } from './use-discussion-write.ts';

/** Changes the category, labels, assignees and, while it is open, the progress of a discussion. */
export function SortThread({ thread }: { thread: Thread }) {
  const [open, setOpen] = useState(false);
  const categories = useQuery(categoriesQuery()).data ?? [];
  const members = useQuery(membersQuery(currentProject() ?? '')).data ?? [];
  const write = useDiscussionWrite(
    (form: FormData) =>
      api.updateForumPost({
        params: { post_id: thread.id },
        body: {
          category: textOf(form, 'category'),
          labels: textOf(form, 'labels')
            .split(/[\s,]+/)
            .filter(Boolean),
          assignees: form.getAll('assignee').map(String),
          ...(isClosed(thread) ? {} : { status: THREAD_STATUSES.find((one) => one === textOf(form, 'status')) }),
        },
      }),
    () => setOpen(false),
  );
  const close = () => {
    write.reset();
    setOpen(false);
  };
  const people = [
    ...new Set([
      ...thread.assignees,
      ...members.filter(({ status }) => status === 'active').map(({ username }) => username),
    ]),
  ];
  return (
    <>
      <div>
        <Button small onClick={() => setOpen(true)}>
          Change…
        </Button>
      </div>
      <Dialog title="Change the details" open={open} onClose={close}>
        <DialogForm action="Save" busy={write.isPending} onCancel={close} onSubmit={(form) => write.mutate(form)}>
          {!isClosed(thread) && (
            <SelectField label="Status" name="status" defaultValue={thread.status}>
              {THREAD_STATUSES.filter((status) => !isClosed({ status })).map((status) => (
                <option key={status} value={status}>
                  {statusWords[status]}
                </option>
              ))}
            </SelectField>
          )}
          <SelectField label="Category" name="category" defaultValue={thread.category}>
            {categories
              .filter(({ key, is_archived }) => !is_archived || key === thread.category)
              .map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
          </SelectField>
          <TextField
            label="Labels"
            name="labels"
            defaultValue={thread.labels.join(' ')}
            optional
            hint="Words of lower-case letters and digits"
          />
          <fieldset className={styles.people}>
            <legend>Assigned to</legend>
            {people.map((person) => (
              <CheckField
                key={person}
                label={person}
                name="assignee"
                value={person}
                defaultChecked={thread.assignees.includes(person)}
              />
            ))}
          </fieldset>
          <ErrorNotice error={write.error} />
        </DialogForm>
      </Dialog>
    </>
  );
}
