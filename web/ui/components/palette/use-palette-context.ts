import { useQuery } from '@tanstack/react-query';
import { undirectedCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { flowsQuery } from '../../../flows/lib/queries.ts';
import { runsQuery, runsRequest } from '../../../runs/lib/queries.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import { wallTasksQuery } from '../../../values/lib/wall/queries.ts';
import {
  chipQuery,
  membersQuery,
  metricsConfigQuery,
  topologyQuery,
  useReadOnlyReason,
} from '../../lib/api/queries.ts';
import { currentProject } from '../../lib/api/session.ts';
import type { MetricsConfig, TargetKind, Topology } from '../../lib/api/wire.ts';
import { formatDate } from '../../lib/format/time.ts';
import type { PaletteContext } from '../../lib/palette/context.ts';
import { palettePages } from '../../lib/palette/pages.ts';
import type { Navigation } from '../shell/navigation.ts';

const newestRuns = 50;
const dayMilliseconds = 86_400_000;

/** What there is to be found in the current project; a part that has not come yet is not offered. */
export function usePaletteContext({ chip, user, isReady }: Navigation, timeZone: string): PaletteContext {
  const { chipId } = chip;
  const isOfChip = isReady && chipId !== undefined;
  const facts = useQuery({ ...chipQuery(chipId ?? ''), enabled: isOfChip });
  const topologyId = facts.data?.topology_id ?? undefined;
  const topology = useQuery({ ...topologyQuery(topologyId ?? ''), enabled: topologyId !== undefined });
  const config = useQuery({ ...metricsConfigQuery(), enabled: isReady });
  const flows = useQuery({ ...flowsQuery(), enabled: isReady });
  const runs = useQuery({ ...runsQuery(runsRequest({}, newestRuns, timeZone)), enabled: isReady });
  const tasks = useQuery({ ...wallTasksQuery(), enabled: isOfChip });
  const projectId = currentProject();
  const members = useQuery({ ...membersQuery(projectId ?? ''), enabled: isReady && projectId !== undefined });
  const readOnly = useReadOnlyReason();
  const dayAgo = (days: number) => formatDate(new Date(Date.now() - days * dayMilliseconds).toISOString(), timeZone);
  return {
    chipId,
    chips: chip.chips?.map((one) => one.chip_id) ?? [],
    targets: topology.data && targetsOf(topology.data),
    metrics: {
      qubit: titles(config.data, 'qubit'),
      coupling: titles(config.data, 'coupling'),
    },
    flows: flows.data?.map(({ name }) => name) ?? [],
    people: (members.data ?? [])
      .filter(({ status }) => status === 'active')
      .map(({ username, full_name: name }) => ({ username, name: name ?? '' })),
    tasks: tasks.data?.map(({ name }) => name) ?? [],
    runs:
      runs.data?.executions.map((run) => ({ id: run.execution_id, what: `${run.flow_name} on ${run.chip_id}` })) ?? [],
    pages: palettePages({ chipId, projectId, isAdmin: user?.system_role === 'admin' }),
    yesterday: dayAgo(1),
    weekAgo: dayAgo(7),
    mayWrite: readOnly === undefined,
  };
}

const targetsOf = ({ qubits, couplings }: Topology) => ({
  qubits: new Set(Object.keys(qubits)),
  couplings: new Set(couplings.map((pair) => undirectedCouplingId(String(pair[0]), String(pair[1])))),
});

/** What the metrics of a kind are called on the pages. */
const titles = (config: MetricsConfig | undefined, kind: TargetKind) =>
  Object.keys((kind === 'qubit' ? config?.qubit_metrics : config?.coupling_metrics) ?? {}).map((key) => ({
    key,
    title: displayOf(config, kind, key).title,
  }));
