import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { type TaskKnowledge, taskKnowledgeQuery } from '../../../discussions/lib/knowledge/queries.ts';
import { caseParts } from '../../../discussions/lib/knowledge/words.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { Markdown } from '../../../ui/components/markdown/markdown.tsx';
import { Card, DescriptionList, Page } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import { useWrite } from '../../../ui/lib/api/use-write.ts';
import { formatDay } from '../../../ui/lib/format/time.ts';
import { useNow } from '../../../ui/lib/hooks/use-now.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import styles from './task-knowledge.module.css';

const route = getRouteApi('/app/task-knowledge/$taskName');

// Needed only by those who write.
const DocumentForm = lazy(() => import('./document-form.tsx').then((module) => ({ default: module.DocumentForm })));

/** The reads that the address of the page tells. */
export const load = ({ params: { taskName } }: PageAt<'taskName'>) => [taskKnowledgeQuery(taskName)];

/** The knowledge of one task: its document, the project's own or the standard one, and the lessons from cases. */
export function TaskKnowledgePage() {
  const { taskName } = route.useParams();
  const knowledge = useQuery(taskKnowledgeQuery(taskName));
  return (
    <Page
      title={taskName}
      breadcrumbs={[
        { label: 'Flows', to: '/flows' },
        { label: 'Tasks', to: '/task-knowledge' },
      ]}
      actions={
        <>
          <Link to="/tasks" search={{ task: taskName }} className={buttonClass()}>
            Results
          </Link>
          <Link to="/reviews" search={{ task: taskName }} className={buttonClass()}>
            Reviews
          </Link>
          <Link to="/cases" search={{ task: taskName }} className={buttonClass()}>
            Cases
          </Link>
        </>
      }
    >
      {knowledge.data ? (
        <>
          <Document key={taskName} known={knowledge.data} />
          {knowledge.data.cases.length > 0 && <Cases cases={knowledge.data.cases} />}
        </>
      ) : (
        <Pending error={knowledge.error} what={taskName} />
      )}
    </Page>
  );
}

function Document({ known }: { known: TaskKnowledge }) {
  const readOnly = useReadOnlyReason();
  const [open, setOpen] = useState<'edit' | 'standard'>();
  const close = () => setOpen(undefined);
  const isOwn = known.updated_by !== null;
  const remove = useWrite(() => api.deleteTaskKnowledgeMarkdown({ params: { task_name: known.name } }), close);
  return (
    <Card
      title={isOwn ? 'As this project knows it' : 'Standard text'}
      note={
        known.updated_at !== null && (
          <>
            by {known.updated_by}, <ClockTime at={known.updated_at} />
          </>
        )
      }
    >
      {open === 'edit' ? (
        <Suspense>
          <DocumentForm name={known.name} text={known.prompt_text} onClose={close} />
        </Suspense>
      ) : (
        <>
          <div className={styles.document}>
            <Markdown text={known.prompt_text} />
          </div>
          <div>
            <Button small disabledReason={readOnly} onClick={() => setOpen('edit')}>
              Edit
            </Button>{' '}
            {isOwn && (
              <Button small disabledReason={readOnly} onClick={() => setOpen('standard')}>
                Back to the standard text…
              </Button>
            )}
          </div>
        </>
      )}
      <ConfirmDialog
        title="Back to the standard text?"
        description="The text of this project is deleted. This cannot be undone."
        action="Delete the text"
        danger
        open={open === 'standard'}
        write={remove}
        onConfirm={() => remove.mutate(undefined)}
        onClose={close}
      />
    </Card>
  );
}

function Cases({ cases }: { cases: TaskKnowledge['cases'] }) {
  const now = useNow(undefined);
  return (
    <Card title="Cases" note="learned from issues that were closed">
      {cases.map((one) => (
        <details key={`${one.title} ${one.date}`}>
          <summary>
            {one.title}, {one.chip_id} {one.qid && `Q${one.qid}`}, {formatDay(one.date, 'UTC', now)}
          </summary>
          <DescriptionList items={caseParts(one)} />
        </details>
      ))}
    </Card>
  );
}
