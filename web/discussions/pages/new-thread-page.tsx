import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { threadBounds } from '#shared/discussions/rules/bounds.ts';
import { ImageField } from '../../images/components/image-field/image-field.tsx';
import { firstLine, quoted } from '../../notes/lib/text.ts';
import { taskQuery } from '../../runs/lib/task-queries.ts';
import { Button } from '../../ui/components/button.tsx';
import { SelectField, TextField } from '../../ui/components/field.tsx';
import { LeaveGuard } from '../../ui/components/leave-guard.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { Card, Page } from '../../ui/components/page.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { api } from '../../ui/lib/api/api.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import { MentionArea } from '../components/mention-area/mention-area.tsx';
import type { AboutSearch } from '../lib/addresses.ts';
import { categoriesQuery, discussionsKey } from '../lib/queries.ts';
import { aboutText, categoryOf, subjectsOf } from '../lib/subject.ts';
import styles from './discussions-page.module.css';
import { contentHint, contentProblem } from './text.ts';

const route = getRouteApi('/app/discussions/new');
const breadcrumbs = [{ label: 'Discussions', to: '/discussions' }];

/** The reads that the address of the page tells. */
export const load = ({ search: { task } }: PageAt<never, AboutSearch>) => [
  categoriesQuery(),
  ...(task === undefined ? [] : [taskQuery(task)]),
];

/** Begins a discussion, of what the URL names. */
export function NewThreadPage() {
  const about = route.useSearch();
  const categories = useQuery(categoriesQuery());
  return (
    <Page title="New discussion" breadcrumbs={breadcrumbs} narrow>
      {categories.data ? (
        <Form about={about} categories={categories.data.filter(({ is_archived }) => !is_archived)} />
      ) : (
        <Pending error={categories.error} what="categories" />
      )}
    </Page>
  );
}

function Form(props: { about: ReturnType<typeof route.useSearch>; categories: { key: string; name: string }[] }) {
  const { about, categories } = props;
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const task = useQuery({ ...taskQuery(about.task ?? ''), enabled: about.task !== undefined });
  const note = useRouterState({ select: ({ location }) => (location.state as { note?: string }).note ?? '' });
  const [title, setTitle] = useState(() => firstLine(note).slice(0, threadBounds.titleLength));
  const [content, setContent] = useState(() => quoted(note));
  const [chosen, setChosen] = useState<string>();
  const type = task.data?.task_type;
  const kind = type === 'qubit' || type === 'coupling' ? type : undefined;
  const likely = categoryOf({ ...about, kind: about.kind ?? kind });
  const category = chosen ?? categories.find(({ key }) => key === likely)?.key ?? categories[0]?.key ?? '';
  const subjects = subjectsOf(about);
  const write = useMutation({
    mutationFn: () => api.createForumPost({ body: { category, title, content, subjects } }),
    onSuccess: async (post) => {
      await queryClient.invalidateQueries({ queryKey: discussionsKey() });
      await navigate({ to: '/discussions/$postId', params: { postId: post.id } });
    },
  });
  const isEmpty = title.trim() === '' || content.trim() === '';
  const problem = contentProblem(content);
  const shown = { ...about, kind, target: task.data?.qid || undefined, taskName: task.data?.task_name };
  return (
    <Card>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty && problem === undefined && !write.isPending) write.mutate();
        }}
      >
        {subjects.length > 0 && <p>About {aboutText(about.task === undefined ? about : shown)}</p>}
        <TextField
          label="Title"
          value={title}
          maxLength={threadBounds.titleLength}
          autoFocus
          onChange={(event) => setTitle(event.target.value)}
        />
        <ImageField value={content} onText={setContent}>
          <MentionArea label="Text" rows={8} value={content} hint={contentHint} problem={problem} onText={setContent} />
        </ImageField>
        <SelectField label="Category" value={category} onChange={(event) => setChosen(event.target.value)}>
          {categories.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className={styles.actions}>
          <Button type="submit" variant="primary" disabled={isEmpty || problem !== undefined || write.isPending}>
            Begin the discussion
          </Button>
        </div>
        <ErrorNotice error={write.error} />
        <LeaveGuard
          isActive={(title !== '' || content !== '') && !write.isPending && !write.isSuccess}
          name="your discussion"
          stay="Stay to begin it."
        />
      </form>
    </Card>
  );
}
