import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { SelectField } from '../../ui/components/field.tsx';
import { Card, Page } from '../../ui/components/page.tsx';
import { PagePending } from '../../ui/components/pending.tsx';
import type { FlowVersion } from '../../ui/lib/api/wire.ts';
import { type ChangedSetting, changedSettings } from '../lib/compare.ts';
import { sourceLanguage } from '../lib/language.ts';
import { flowVersionQuery, flowVersionsQuery } from '../lib/queries.ts';
import styles from './flows.module.css';

const CodeDiff = lazy(() =>
  import('../../ui/components/code-editor/code-diff.tsx').then((module) => ({ default: module.CodeDiff })),
);

const route = getRouteApi('/app/flows/$flowName');

/** What changed between two versions of a flow, in its source and its settings. */
export function VersionDiff({ name, from, to }: { name: string; from: number; to: number }) {
  const navigate = route.useNavigate();
  const before = useQuery(flowVersionQuery(name, from));
  const after = useQuery(flowVersionQuery(name, to));
  const choose = (next: { version: number; against: number }) => void navigate({ search: next, replace: true });
  return (
    <Page
      title={`${name}, from version ${from} to ${to}`}
      breadcrumbs={[
        { label: 'Flows', to: '/flows' },
        { label: name, to: '/flows/$flowName', params: { flowName: name } },
      ]}
    >
      <div className={styles.pair}>
        <VersionChoice
          name={name}
          label="From version"
          value={from}
          onChange={(against) => choose({ version: to, against })}
        />
        <VersionChoice
          name={name}
          label="To version"
          value={to}
          onChange={(version) => choose({ version, against: from })}
        />
      </div>
      {before.data && after.data ? (
        <>
          <Card title="Source">
            <Suspense fallback={<div className={styles.room} />}>
              <CodeDiff
                label={`Source of version ${to} with what it changed of version ${from}`}
                from={before.data.code}
                to={after.data.code}
                language={sourceLanguage(after.data)}
              />
            </Suspense>
          </Card>
          <SettingsDiff before={before.data} after={after.data} />
        </>
      ) : (
        <PagePending error={before.error ?? after.error} what="versions" />
      )}
    </Page>
  );
}

function VersionChoice(props: { name: string; label: string; value: number; onChange: (version: number) => void }) {
  const listed = useQuery(flowVersionsQuery(props.name)).data?.map(({ version }) => version) ?? [];
  const versions = [...new Set([...listed, props.value])].sort((a, b) => b - a);
  return (
    <SelectField
      label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(Number(event.target.value))}
    >
      {versions.map((version) => (
        <option key={version} value={version}>
          {version}
        </option>
      ))}
    </SelectField>
  );
}

function SettingsDiff({ before, after }: { before: FlowVersion; after: FlowVersion }) {
  const changed = changedSettings(before, after);
  const columns: Column<ChangedSetting>[] = [
    { id: 'setting', title: 'Setting', cell: (row) => row.name },
    { id: 'from', title: `Version ${before.version}`, cell: (row) => row.from, wrap: true },
    { id: 'to', title: `Version ${after.version}`, cell: (row) => row.to, wrap: true },
  ];
  return (
    <Card title="Settings">
      {changed.length === 0 ? (
        <p>No settings differ</p>
      ) : (
        <DataTable
          bare
          keepColumns
          label="Changed settings"
          columns={columns}
          rows={changed}
          rowKey={(row) => row.name}
        />
      )}
    </Card>
  );
}
