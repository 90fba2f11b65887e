import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { isClosed } from '#shared/discussions/rules/status.ts';
import { Button, buttonClass } from '../../ui/components/button.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { hasCode } from '../../ui/lib/api/api.ts';
import { useOwnRole } from '../../ui/lib/api/queries.ts';
import { useWrite } from '../../ui/lib/api/use-write.ts';
import type { Thread } from '../../ui/lib/api/wire.ts';
import { casesOfTaskQuery, draftCase } from '../lib/knowledge/cases.ts';

/** What was learned from a closed discussion of a task result: leads to the case, or drafts it; for editors. */
export function CaseOfThread({ thread }: { thread: Thread }) {
  const role = useOwnRole();
  const navigate = useNavigate();
  const taskName = thread.subjects.find(({ type }) => type === 'task_result')?.task_name ?? undefined;
  const mayHaveOne = taskName !== undefined && isClosed(thread);
  const isMeant = mayHaveOne && (role === 'editor' || role === 'owner');
  const cases = useQuery({ ...casesOfTaskQuery(taskName ?? ''), enabled: isMeant });
  const open = () => void navigate({ to: '/cases/$caseId', params: { caseId: thread.id } });
  const draft = useWrite(async () => {
    try {
      await draftCase(thread.id);
    } catch (error) {
      // Another user was faster: the existing case is used.
      if (!hasCode(error, 'already_exists')) throw error;
    }
  }, open);
  // It has its place before it is known whether there is one, so that nothing moves.
  if (mayHaveOne && (role === undefined || cases.isLoading)) return <Button disabled>Draft a case</Button>;
  if (!isMeant || !cases.data) return null;
  if (cases.data.some(({ issue_id: id }) => id === thread.id))
    return (
      <Link to="/cases/$caseId" params={{ caseId: thread.id }} className={buttonClass()}>
        Case
      </Link>
    );
  return (
    <>
      <ErrorNotice error={draft.error} />
      <Button disabled={draft.isPending} onClick={() => draft.mutate(undefined)}>
        Draft a case
      </Button>
    </>
  );
}
