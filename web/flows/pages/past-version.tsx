import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Button, buttonClass } from '../../ui/components/button.tsx';
import { Notice } from '../../ui/components/notice.tsx';
import { Card, DescriptionList, Page } from '../../ui/components/page.tsx';
import { PagePending } from '../../ui/components/pending.tsx';
import { ClockTime } from '../../ui/components/relative-time.tsx';
import { Tags } from '../../ui/components/tags.tsx';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import type { Flow, FlowVersion } from '../../ui/lib/api/wire.ts';
import { isSameVersion } from '../lib/compare.ts';
import { sourceLanguage } from '../lib/language.ts';
import { flowQuery, flowVersionQuery } from '../lib/queries.ts';
import styles from './flows.module.css';
import { RestoreDialog } from './restore-dialog.tsx';
import { VersionsCard } from './versions-card.tsx';

const CodeEditor = lazy(() =>
  import('../../ui/components/code-editor/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

/** A version of a flow to be read, and to be restored as a new one. */
export function PastVersion({ name, version }: { name: string; version: number }) {
  const past = useQuery(flowVersionQuery(name, version));
  // A flow that was deleted still has its versions.
  const current = useQuery({ ...flowQuery(name), retry: false });
  const flow = past.data;
  return (
    <Page
      title={`${name}, version ${version}`}
      breadcrumbs={[
        { label: 'Flows', to: '/flows' },
        { label: name, to: '/flows/$flowName', params: { flowName: name } },
      ]}
      actions={
        <>
          {flow && current.data && <Restore past={flow} current={current.data} />}
          <Link to="/flows/$flowName" params={{ flowName: name }} className={buttonClass()}>
            Go to the current version
          </Link>
        </>
      }
    >
      {flow ? (
        <>
          <Notice tone="warn">View only. Restore it as a new version to use it again.</Notice>
          <div className={styles.columns}>
            <Card title="Source">
              <Suspense fallback={<div className={styles.room} />}>
                <CodeEditor
                  key={version}
                  label={`Source of version ${version}`}
                  value={flow.code}
                  language={sourceLanguage(flow)}
                />
              </Suspense>
            </Card>
            <div className={styles.side}>
              <Card title="Settings">
                <DescriptionList
                  items={[
                    ['Description', flow.description || 'none'],
                    ['Chip', flow.chip_id],
                    ['Tags', <Tags key="tags" tags={flow.tags} />],
                    ['Saved', <ClockTime key="saved" at={flow.saved_at} />],
                    ['By', flow.saved_by],
                  ]}
                />
              </Card>
              <VersionsCard name={name} current={version} />
            </div>
          </div>
        </>
      ) : (
        <PagePending error={past.error} what={`version ${version}`} />
      )}
    </Page>
  );
}

function Restore({ past, current }: { past: FlowVersion; current: Flow }) {
  const [open, setOpen] = useState(false);
  const readOnly = useReadOnlyReason();
  const isSame = isSameVersion(past, current);
  return (
    <>
      <Button
        disabledReason={readOnly ?? (isSame ? `The same as the current version ${current.version}` : undefined)}
        onClick={() => setOpen(true)}
      >
        Restore this version…
      </Button>
      <RestoreDialog past={past} current={current} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
