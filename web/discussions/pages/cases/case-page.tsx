import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { Markdown } from '../../../ui/components/markdown/markdown.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card, DescriptionList, Page } from '../../../ui/components/page.tsx';
import { PagePending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { Tags } from '../../../ui/components/tags.tsx';
import { useOwnRole } from '../../../ui/lib/api/queries.ts';
import { useWrite } from '../../../ui/lib/api/use-write.ts';
import { labelLists, labels, mainTexts, modelTexts } from '../../lib/knowledge/case-fields.ts';
import { approveCase, type Case, caseQuery, deleteCase, rejectCase } from '../../lib/knowledge/cases.ts';
import { plainWord } from '../../lib/knowledge/words.ts';
import styles from './cases.module.css';
import { ForEditors } from './for-editors.tsx';

const route = getRouteApi('/app/cases/$caseId');

// Needed only by those who write.
const CaseForm = lazy(() => import('./case-form.tsx').then((module) => ({ default: module.CaseForm })));

const breadcrumbs = [
  { label: 'Discussions', to: '/discussions' },
  { label: 'Cases', to: '/cases' },
];

/** The lesson from one issue: a draft can be changed, approved or rejected; every case can be deleted. */
export function CasePage() {
  const { caseId } = route.useParams();
  const role = useOwnRole();
  const found = useQuery({ ...caseQuery(caseId), enabled: role !== undefined && role !== 'viewer' });
  if (role === 'viewer' || !found.data)
    return (
      <Page title="Case" breadcrumbs={breadcrumbs}>
        {role === 'viewer' ? <ForEditors /> : <PagePending error={found.error} what="the case" />}
      </Page>
    );
  return <OneCase key={caseId} known={found.data} />;
}

function OneCase({ known }: { known: Case }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'reject' | 'delete'>();
  const close = () => setOpen(undefined);
  const approve = useWrite(() => approveCase(known.id), close);
  const reject = useWrite(() => rejectCase(known.id), close);
  const remove = useWrite(
    () => deleteCase(known.id),
    () => void navigate({ to: '/cases' }),
  );
  const isDraft = known.status === 'draft';
  return (
    <Page
      title={known.title}
      breadcrumbs={breadcrumbs}
      actions={
        isDraft &&
        open !== 'edit' && (
          <>
            <Button onClick={() => setOpen('edit')}>Edit</Button>
            <Button onClick={() => setOpen('reject')}>Reject…</Button>
            <Button variant="primary" disabled={approve.isPending} onClick={() => approve.mutate(undefined)}>
              Approve
            </Button>
          </>
        )
      }
    >
      <ErrorNotice error={approve.error} />
      <Card>
        <DescriptionList items={factsOf(known)} />
      </Card>
      {open === 'edit' ? (
        <Suspense>
          <CaseForm known={known} onClose={close} />
        </Suspense>
      ) : (
        <Texts known={known} />
      )}
      <div className={styles.actions}>
        <Link to="/discussions/$postId" params={{ postId: known.issue_id }} className={buttonClass({ small: true })}>
          Discussion
        </Link>
        <Link to="/tasks/$taskId" params={{ taskId: known.task_id }} className={buttonClass({ small: true })}>
          Task result
        </Link>
        {known.task_name !== '' && (
          <Link
            to="/task-knowledge/$taskName"
            params={{ taskName: known.task_name }}
            className={buttonClass({ small: true })}
          >
            About {known.task_name}
          </Link>
        )}
        <Button small variant="danger" onClick={() => setOpen('delete')}>
          Delete…
        </Button>
      </div>
      <ConfirmDialog
        title="Reject the draft?"
        description="It stays in the list as rejected, and can be changed no more."
        action="Reject"
        write={reject}
        open={open === 'reject'}
        onConfirm={() => reject.mutate(undefined)}
        onClose={close}
      />
      <ConfirmDialog
        title="Delete the case?"
        description="The discussion stays, and another case can be drafted from it."
        action="Delete"
        danger
        write={remove}
        open={open === 'delete'}
        onConfirm={() => remove.mutate(undefined)}
        onClose={close}
      />
    </Page>
  );
}

const factsOf = (known: Case): [string, React.ReactNode][] => [
  ['Status', plainWord(known.status)],
  ['Severity', plainWord(known.severity)],
  ['Task', known.task_name || '–'],
  ['Target', known.qid === '' ? '–' : taskTargetLabel(known.qid)],
  ['Chip', known.chip_id || '–'],
  ['Issue', known.resolution_status === 'resolved' ? 'closed when it was drafted' : 'open when it was drafted'],
  ['Drafted', <ClockTime key="drafted" at={known.created_at} />],
  ...(known.reviewed_by === null ? [] : ([['Judged by', known.reviewed_by]] satisfies [string, React.ReactNode][])),
];

/** The texts of the case; empty ones are left out. */
function Texts({ known }: { known: Case }) {
  const texts = [...mainTexts, ...modelTexts].filter(({ name }) => known[name] !== '');
  const tags = [...labels.map(({ name }) => known[name]), ...labelLists.flatMap(({ name }) => known[name])];
  return (
    <Card title="What was learned">
      <div className={styles.texts}>
        {texts.map(({ name, label }) => (
          <div key={name}>
            <h3>{label}</h3>
            <Markdown text={known[name]} />
          </div>
        ))}
        {known.lesson_learned.length > 0 && (
          <div>
            <h3>Lessons</h3>
            <ul>
              {known.lesson_learned.map((lesson) => (
                <li key={lesson}>{lesson}</li>
              ))}
            </ul>
          </div>
        )}
        {tags.some(Boolean) && (
          <div>
            <h3>Labels</h3>
            <Tags tags={tags.filter(Boolean)} />
          </div>
        )}
      </div>
    </Card>
  );
}
