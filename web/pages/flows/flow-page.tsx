import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Button, buttonClass } from '../../components/button.tsx';
import { ExactTime } from '../../components/moment.tsx';
import { Notice, Pending } from '../../components/notice.tsx';
import { Card, Facts, Page } from '../../components/page.tsx';
import { RunFlowButton } from '../../components/runs/run-flow-button.tsx';
import { Tags } from '../../components/tags.tsx';
import { flowQuery, flowVersionQuery } from '../../lib/flows/queries.ts';
import { useReadOnlyReason } from '../../lib/queries.ts';
import { DeleteFlowDialog } from './delete-flow-dialog.tsx';
import { FlowEditor } from './flow-editor.tsx';
import styles from './flows.module.css';
import { VersionsCard } from './versions-card.tsx';

const CodeEditor = lazy(() =>
  import('../../components/code-editor/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

const route = getRouteApi('/app/flows/$flowName');
const trail = [{ label: 'Flows', to: '/flows' }];

/** One flow: its source to edit, or one of its versions to read. */
export function FlowPage() {
  const { flowName } = route.useParams();
  const { version } = route.useSearch();
  return version === undefined ? (
    <CurrentFlow key={flowName} name={flowName} />
  ) : (
    <PastVersion name={flowName} version={version} />
  );
}

function CurrentFlow({ name }: { name: string }) {
  const flow = useQuery(flowQuery(name));
  const readOnly = useReadOnlyReason();
  const [isDirty, setIsDirty] = useState(false);
  const [deleting, setDeleting] = useState(false);
  return (
    <Page
      title={name}
      trail={trail}
      actions={
        flow.data && (
          <>
            <Button look="danger" disabledReason={readOnly} onClick={() => setDeleting(true)}>
              Delete…
            </Button>
            <RunFlowButton
              flowName={name}
              disabledReason={isDirty ? 'Save your changes first: a run takes what is saved' : undefined}
            />
          </>
        )
      }
    >
      {flow.data ? (
        <FlowEditor flow={flow.data} onDirty={setIsDirty} />
      ) : (
        <Pending error={flow.error} what={`flow ${name}`} />
      )}
      <DeleteFlowDialog name={name} open={deleting} onClose={() => setDeleting(false)} />
    </Page>
  );
}

function PastVersion({ name, version }: { name: string; version: number }) {
  const past = useQuery(flowVersionQuery(name, version));
  const flow = past.data;
  return (
    <Page
      title={`${name}, version ${version}`}
      trail={[...trail, { label: name, to: '/flows/$flowName', params: { flowName: name } }]}
      actions={
        <Link to="/flows/$flowName" params={{ flowName: name }} className={buttonClass()}>
          Go to the current version
        </Link>
      }
    >
      {flow ? (
        <>
          <Notice tone="warn">This version can be read alone. To use it again, copy it into the current one.</Notice>
          <div className={styles.columns}>
            <Card title="Source">
              <Suspense fallback={<div className={styles.room} />}>
                <CodeEditor
                  key={version}
                  label={`Source of version ${version}`}
                  value={flow.code}
                  language={flow.runner === 'managed' ? 'yaml' : 'plain'}
                />
              </Suspense>
            </Card>
            <div className={styles.side}>
              <Card title="Settings">
                <Facts
                  facts={[
                    ['Description', flow.description || 'none'],
                    ['Chip', flow.chip_id],
                    ['Tags', <Tags key="tags" tags={flow.tags} />],
                    ['Saved', <ExactTime key="saved" at={flow.saved_at} />],
                    ['By', flow.saved_by],
                  ]}
                />
              </Card>
              <VersionsCard name={name} current={version} />
            </div>
          </div>
        </>
      ) : (
        <Pending error={past.error} what={`version ${version}`} />
      )}
    </Page>
  );
}
