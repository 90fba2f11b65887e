import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ApiError } from '#shared/api/client.ts';
import { fitParameters, type ReanalysedTask } from '#shared/runs/rules/reanalysis.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import {
  type Entered,
  entriesByName,
  type ParameterField,
  readParameters,
  refusedAt,
  valueFields,
} from '../../../flows/lib/parameters.ts';
import { ValueInputs } from '../../../runs/components/parameter-inputs.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { DialogForm } from '../../../ui/components/dialog.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import type { Reanalysis, TaskDetail } from '../../../ui/lib/api/wire.ts';
import { MetricQuantity } from '../../../values/components/quantity/quantity.tsx';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import { InteractiveFigure } from '../../components/figures/figure-viewer.tsx';
import { parseFigure } from '../../lib/figures/figure-theme.ts';
import styles from './task.module.css';

const PlotlyFigure = lazy(() =>
  import('../../components/figures/plotly-figure.tsx').then((module) => ({ default: module.PlotlyFigure })),
);

/** The original parameters of the fit, to be changed; then the new result next to the stored one. */
export function AnalyseAgainForm(props: { task: TaskDetail; name: ReanalysedTask; onClose: () => void }) {
  const { task, name, onClose } = props;
  const [entered, setEntered] = useState<Entered>({});
  const fields = fitParameters[name].map((one): ParameterField => {
    const kept = task.run_parameters[one];
    const [field] = kept ? valueFields({ [one]: kept }) : [];
    return field ?? { name: one, kind: 'number', initial: '' };
  });
  const read = readParameters(fields, entered, '');
  const fit = useMutation({ mutationFn: (parameters: Record<string, unknown>) => analyse(task, name, parameters) });
  // A refusal is shown at its field until the next attempt.
  const refused = refusedAt(fields, refusalsOf(fit.error));
  return (
    <DialogForm
      action="Analyse"
      cancelLabel="Close"
      busy={fit.isPending}
      disabled={!read.ok}
      onCancel={onClose}
      onSubmit={() => read.ok && fit.mutate(read.parameters)}
    >
      <ValueInputs
        legend="Parameters of the fit"
        fields={fields}
        entered={entered}
        problems={read.ok ? refused.problems : read.problems}
        onEnter={(field, value) => {
          setEntered({ ...entered, [field]: value });
          if (fit.error) fit.reset();
        }}
      />
      {!refused.isAll && <ErrorNotice error={fit.error} />}
      {fit.data && <Comparison task={task} found={fit.data} />}
    </DialogForm>
  );
}

/** A refusal by the fit has only its message. */
const refusalsOf = (error: Error | null) => {
  if (!(error instanceof ApiError)) return [];
  return error.errors.length > 0 ? error.errors : [{ path: '', message: error.detail }];
};

function analyse(task: TaskDetail, name: ReanalysedTask, parameters: Record<string, unknown>): Promise<Reanalysis> {
  const { chip_id, qid, task_id: source_task_id } = task;
  const request = { params: { chip_id, qid }, body: { source_task_id, parameters } };
  return name === 'CheckQubitSpectroscopy'
    ? api.reanalyzeQubitSpectroscopy(request)
    : api.reanalyzeResonatorSpectroscopy(request);
}

type Fitted = { value: number; error: number; unit: string } | undefined;

interface Row {
  display: MetricDisplay;
  stored: Fitted;
  found: Fitted;
}

const columns: Column<Row>[] = [
  { id: 'name', title: 'Parameter', cell: ({ display }) => display.title },
  { id: 'stored', title: 'Stored', number: true, cell: ({ stored, display }) => fittedText(stored, display) },
  { id: 'found', title: 'Analysed again', number: true, cell: ({ found, display }) => fittedText(found, display) },
];

const fittedText = (fitted: Fitted, display: MetricDisplay) =>
  fitted ? <MetricQuantity display={display} stored={fitted} /> : '–';

/** Figures and values of both fits side by side. */
function Comparison({ task, found }: { task: TaskDetail; found: Reanalysis }) {
  const figure = useMemo(() => parseFigure(JSON.stringify(found.figure)), [found]);
  const stored = new Map(entriesByName(task.output_parameters));
  const again = new Map(found.output_parameters.map((one) => [one.name, one]));
  const names = [...new Set([...stored.keys(), ...again.keys()])].sort();
  const [path] = task.json_figure_path;
  return (
    <>
      {found.message !== '' && <Notice tone="warn">{found.message}</Notice>}
      <div className={styles.pair}>
        <section aria-label="Stored">
          <h3>Stored{r2Of(task.r2)}</h3>
          {path === undefined ? <p>No figure</p> : <InteractiveFigure path={path} label="Stored figure" />}
        </section>
        <section aria-label="Analysed again">
          <h3>Analysed again{r2Of(found.r2)}</h3>
          {figure ? (
            <Suspense fallback={<p>Loading the figure…</p>}>
              <PlotlyFigure figure={figure} label="Figure of the new analysis" />
            </Suspense>
          ) : (
            <p>No figure</p>
          )}
        </section>
      </div>
      {names.length > 0 && (
        <DataTable
          bare
          keepColumns
          label="Stored values and those analysed again"
          columns={columns}
          rows={names.map((name) => rowOf(name, stored.get(name), again.get(name)))}
          rowKey={(row) => row.display.key}
        />
      )}
    </>
  );
}

// Both fits are of qubits alone.
const rowOf = (name: string, stored: Fitted, found: Fitted): Row => ({
  display: displayOf(undefined, 'qubit', name, (stored ?? found)?.unit),
  stored,
  found,
});

const r2Of = (r2: number | null): string => (r2 === null ? '' : `, R² ${formatSignificant(r2, 4)}`);
