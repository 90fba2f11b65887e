import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { describeValue, type MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { monthText } from '../../../results/lib/archived.ts';
import { RunLink } from '../../../runs/components/run-link.tsx';
import { SelectField } from '../../../ui/components/field.tsx';
import { DescriptionList } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { SimulatedTag } from '../../../ui/components/tags.tsx';
import { usePast } from '../../../ui/lib/api/past.ts';
import { impactQuery, lineageQuery, versionsQuery } from '../../../ui/lib/api/provenance-queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { MetricsConfig, ParameterVersion, ProvenanceActivity, TargetKind } from '../../../ui/lib/api/wire.ts';
import { formatMoment } from '../../../ui/lib/format/time.ts';
import { MetricQuantity } from '../../../values/components/quantity/quantity.tsx';
import { laterUses, sourceOf, versionsBy } from '../../../values/lib/metrics/provenance.ts';
import { InputTable, LaterUseTable, TaskLink } from './provenance-tables.tsx';

/** What gave a value of a metric to a target, what that started from, and what used the value later; of each version. */
export function ValueProvenance(props: {
  chipId: string;
  kind: TargetKind;
  target: string;
  display: MetricDisplay;
  config: MetricsConfig;
}) {
  const { chipId, target, display, config } = props;
  const timeZone = useTimeZone();
  const history = useQuery(versionsQuery(chipId, target, display.key));
  const [chosen, setChosen] = useState<string>();
  const asOf = usePast()?.asOf;
  if (!history.data) return <Pending error={history.error} what="the versions" />;
  const { total_versions: total, counted_all: countedAll } = history.data;
  const versions = asOf === undefined ? history.data.versions : versionsBy(history.data.versions, asOf);
  const version =
    versions.find(({ entity_id }) => entity_id === chosen) ?? versions.find(({ current }) => current) ?? versions[0];
  const hidden = total - history.data.versions.length;
  if (!version)
    return <p>{hidden > 0 ? `None of that time among the newest ${history.data.versions.length}` : 'No values yet'}</p>;
  return (
    <>
      <SelectField
        label="Version"
        value={version.entity_id}
        onChange={(event) => setChosen(event.target.value)}
        {...((hidden > 0 || !countedAll) && {
          hint: `The newest ${history.data.versions.length} of ${countedAll ? '' : 'at least '}${total}`,
        })}
      >
        {versions.map((one) => (
          <option key={one.entity_id} value={one.entity_id}>
            {[
              formatMoment(one.valid_from, timeZone, Date.now()),
              describeValue(display, one),
              sourceWord(one),
              stateWord(one),
            ]
              .filter((part) => part !== '')
              .join(', ')}
          </option>
        ))}
      </SelectField>
      <VersionGraph key={version.entity_id} {...{ chipId, display, config, version }} />
    </>
  );
}

const sourceWord = ({ source, task_name: task, recorded_by: by }: ParameterVersion): string => {
  if (source === 'manual') return `by hand, ${by}`;
  if (source === 'import') return 'import';
  return source === 'simulator' ? `${task} (simulated)` : task;
};

function stateWord({ current, excluded, withheld }: ParameterVersion): string {
  if (excluded) return 'excluded';
  return withheld ?? (current ? 'current' : '');
}

function VersionGraph(props: {
  chipId: string;
  display: MetricDisplay;
  config: MetricsConfig;
  version: ParameterVersion;
}) {
  const { chipId, display, config, version } = props;
  const asOf = usePast()?.asOf;
  const lineage = useQuery(lineageQuery(chipId, version.entity_id));
  const impact = useQuery(impactQuery(chipId, version.entity_id));
  if (!lineage.data || !impact.data)
    return <Pending error={lineage.error ?? impact.error} what="where the value came from" />;
  const source = sourceOf(lineage.data);
  return (
    <>
      <DescriptionList
        items={[
          ['Value', <MetricQuantity key="value" display={display} stored={version} />],
          ['Measured', <ClockTime key="at" at={version.valid_from} />],
          [
            'Followed',
            version.valid_until ? <ClockTime key="until" at={version.valid_until} /> : 'no newer value that counts',
          ],
          ['Set by', source ? <SetBy key="by" activity={source.activity} /> : version.recorded_by],
          ['Run', <RunLink key="run" executionId={version.execution_id} />],
        ]}
      />
      {source && source.activity.archived_month !== null ? (
        <p>
          The result is in a file of {monthText({ month: source.activity.archived_month })}, with what it started from:{' '}
          <Link to="/tasks/archived">archived results</Link>
        </p>
      ) : source && source.inputs.length > 0 ? (
        <InputTable {...{ chipId, config, inputs: source.inputs, target: source.activity }} />
      ) : (
        <p>It started from no other value.</p>
      )}
      <LaterUseTable
        {...{
          chipId,
          config,
          uses: laterUses(impact.data).filter(({ activity }) => asOf === undefined || activity.ended_at <= asOf),
        }}
      />
      {impact.data.archived_months.length > 0 && (
        <p>
          Tasks of {impact.data.archived_months.map((month) => monthText({ month })).join(', ')} are in files and not
          searched: <Link to="/tasks/archived">archived results</Link>
        </p>
      )}
      {!(lineage.data.complete && impact.data.complete) && (
        <p>Only the values nearest in time were searched: there may be more.</p>
      )}
    </>
  );
}

function SetBy({ activity }: { activity: ProvenanceActivity }) {
  const { source, username, reason } = activity;
  if (source === 'manual') return `${username}, by hand${reason && `: ${visibleText(reason)}`}`;
  if (source === 'import') return `Import by ${username}`;
  return (
    <>
      <TaskLink activity={activity} />, {username} {source === 'simulator' && <SimulatedTag />}
    </>
  );
}
