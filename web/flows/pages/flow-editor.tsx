import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../../ui/components/button.tsx';
import type { CodeEditorHandle } from '../../ui/components/code-editor/code-editor.tsx';
import { LeaveGuard } from '../../ui/components/leave-guard.tsx';
import { ErrorNotice, Notice } from '../../ui/components/notice.tsx';
import { Card } from '../../ui/components/page.tsx';
import { api, hasCode } from '../../ui/lib/api/api.ts';
import { inProject, useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import type { Flow } from '../../ui/lib/api/wire.ts';
import { claimTimeoutOf, defaultsOf, draftOf, type FlowDraft, isSameDraft } from '../lib/draft.ts';
import { sourceLanguage } from '../lib/language.ts';
import { flowQuery } from '../lib/queries.ts';
import { bodyOfDraft } from '../lib/save-body.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FlowSettings } from './flow-settings.tsx';
import styles from './flows.module.css';
import { ProblemList } from './problem-list.tsx';
import { SchedulesCard } from './schedules-card.tsx';
import { useFlowProblems } from './use-flow-problems.ts';
import { VersionsCard } from './versions-card.tsx';

const CodeEditor = lazy(() =>
  import('../../ui/components/code-editor/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

/** Edits a flow: its source with its mistakes shown while typing, its settings, and its versions. */
export function FlowEditor({ flow, onDirty }: { flow: Flow; onDirty: (isDirty: boolean) => void }) {
  const queryClient = useQueryClient();
  const readOnly = useReadOnlyReason();
  const editor = useRef<CodeEditorHandle>(null);
  // The version that the draft began from: a save overwrites this one only.
  const [base, setBase] = useState(flow);
  const [draft, setDraft] = useState<FlowDraft>(() => draftOf(flow));
  const [theirs, setTheirs] = useState<Flow>();
  const isDirty = !isSameDraft(draft, draftOf(base));
  const isManaged = base.runner === 'managed';
  // The language of the saved source: the editor would start again if typing changed the language.
  const language = sourceLanguage(base);
  const state = useFlowProblems({ code: draft.code, chipId: draft.chipId, isManaged });
  const defaults = defaultsOf(draft.parameters);
  const claimTimeout = claimTimeoutOf(draft.claimTimeout);
  const latest = useRef(draft);
  latest.current = draft;
  const change = (part: Partial<FlowDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onDirty(!isSameDraft(next, draftOf(base)));
  };
  const restart = (from: Flow, next: FlowDraft) => {
    setBase(from);
    setDraft(next);
    onDirty(!isSameDraft(next, draftOf(from)));
  };
  const readNow = () => queryClient.fetchQuery({ ...flowQuery(base.name), staleTime: 0 });
  const save = useMutation({
    mutationFn: async () => {
      if (!defaults.ok || !claimTimeout.ok) return [];
      const checked = { default_parameters: defaults.value, claim_timeout_seconds: claimTimeout.value };
      const body = bodyOfDraft(base, draft, checked);
      const { warnings } = await api.saveFlow({ headers: { 'if-match': base.etag }, body });
      const saved = await readNow();
      // Text typed during the save is not part of it, and is kept.
      restart(saved, isSameDraft(latest.current, draft) ? draftOf(saved) : latest.current);
      await queryClient.invalidateQueries({ queryKey: inProject('flow', base.name, 'versions') });
      await queryClient.invalidateQueries({ queryKey: inProject('flows') });
      return warnings;
    },
    onError: async (error) => {
      if (hasCode(error, 'etag_mismatch')) setTheirs(await readNow());
    },
  });
  return (
    <>
      {base.version !== flow.version && flow.version > base.version && !theirs && (
        <Notice tone="warn">Another user saved version {flow.version}. Save to compare both.</Notice>
      )}
      <div className={styles.columns}>
        <Card
          title="Source"
          note={
            isManaged
              ? `YAML, version ${base.version}`
              : `${language === 'python' ? 'Python, ' : ''}run by your lab's worker, version ${base.version}`
          }
        >
          <Suspense fallback={<div className={styles.room} />}>
            <CodeEditor
              label="Source of the flow"
              value={draft.code}
              language={language}
              onChange={readOnly === undefined ? (code) => change({ code }) : undefined}
              problems={state.problems}
              handle={editor}
            />
          </Suspense>
          {isManaged && (
            <ProblemList state={state} onJump={({ line, column }) => editor.current?.goTo(line ?? 1, column ?? 1)} />
          )}
          <div>
            <Button
              variant="primary"
              disabled={!defaults.ok || !claimTimeout.ok}
              // It keeps the focus while it works and when it is done, as one that is disabled would not.
              disabledReason={readOnly ?? (save.isPending ? 'Saving…' : isDirty ? undefined : 'No changes to save')}
              onClick={() => save.mutate()}
            >
              {save.isPending ? 'Saving…' : isDirty ? 'Save' : 'Saved'}
            </Button>
          </div>
          {save.data?.map((warning) => (
            <Notice key={warning} tone="warn">
              {warning}
            </Notice>
          ))}
          {!hasCode(save.error, 'etag_mismatch') && <ErrorNotice error={save.error} />}
        </Card>
        <div className={styles.side}>
          <FlowSettings
            draft={draft}
            problem={defaults.ok ? undefined : defaults.message}
            isReadOnly={readOnly !== undefined}
            isWorkers={!isManaged}
            change={change}
          />
          <VersionsCard name={base.name} current={base.version} />
          <SchedulesCard name={base.name} />
        </div>
      </div>
      {theirs && (
        <ConflictDialog
          theirs={theirs}
          mine={draft}
          onTakeTheirs={() => {
            restart(theirs, draftOf(theirs));
            setTheirs(undefined);
          }}
          onKeepMine={() => {
            restart(theirs, draft);
            setTheirs(undefined);
          }}
        />
      )}
      <LeaveGuard isActive={isDirty} name={base.name} stay="Stay to save it as a new version." />
    </>
  );
}
