import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { StartButton } from '../../runs/components/start-button.tsx';
import { ActionMenu } from '../../ui/components/action-menu.tsx';
import { Page } from '../../ui/components/page.tsx';
import { PagePending } from '../../ui/components/pending.tsx';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import { flowQuery, flowVersionsQuery } from '../lib/queries.ts';
import { DeleteFlowDialog } from './delete-flow-dialog.tsx';
import { FlowEditor } from './flow-editor.tsx';
import { PastVersion } from './past-version.tsx';
import { schedulesOfCardQuery } from './schedules-card.tsx';
import { VersionDiff } from './version-diff.tsx';

const route = getRouteApi('/app/flows/$flowName');
const breadcrumbs = [{ label: 'Flows', to: '/flows' }];

/** The reads that the address of the page tells. */
export const load = ({ params: { flowName } }: PageAt<'flowName'>) => [
  flowQuery(flowName),
  flowVersionsQuery(flowName),
  schedulesOfCardQuery(flowName),
];

/** One flow: its source to edit, one of its versions to read, or what changed between two. */
export function FlowPage() {
  const { flowName } = route.useParams();
  const { version, against } = route.useSearch();
  if (version === undefined) return <CurrentFlow key={flowName} name={flowName} />;
  return against === undefined ? (
    <PastVersion name={flowName} version={version} />
  ) : (
    <VersionDiff name={flowName} from={against} to={version} />
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
      breadcrumbs={breadcrumbs}
      actions={
        flow.data && (
          <>
            <StartButton flowName={name} disabledReason={isDirty ? 'Save your changes first' : undefined} />
            <ActionMenu
              label={`Actions of ${name}`}
              disabledReason={readOnly}
              entries={[{ label: 'Delete…', danger: true, onClick: () => setDeleting(true) }]}
            />
          </>
        )
      }
    >
      {flow.data ? (
        <FlowEditor flow={flow.data} onDirty={setIsDirty} />
      ) : (
        <PagePending error={flow.error} what={`flow ${name}`} />
      )}
      <DeleteFlowDialog name={name} open={deleting} onClose={() => setDeleting(false)} />
    </Page>
  );
}
