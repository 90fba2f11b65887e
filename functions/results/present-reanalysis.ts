import type { ReanalysedResult, ReanalysisRequest } from '#shared/results/verbs/files/reanalyse.ts';

/** Parses a request to repeat a fit. */
export const parseReanalysis = (
  params: { chip_id: string; qid: string },
  body: { source_task_id?: string | null | undefined; parameters: Readonly<Record<string, unknown>> },
): Omit<ReanalysisRequest, 'task'> => ({
  chipId: params.chip_id,
  qid: params.qid,
  sourceTaskId: body.source_task_id ?? undefined,
  parameters: body.parameters,
});

/** What a fit of stored raw data found. */
export const presentReanalysis = ({ source, figure, outputParameters, r2, problem }: ReanalysedResult) => ({
  source_task_id: source.taskId,
  source_task_name: source.name,
  qid: source.qid,
  figure: { ...figure },
  output_parameters: Object.entries(outputParameters).map(([name, { value, error, unit }]) => ({
    ...{ name, value, error, unit },
  })),
  r2: r2 ?? null,
  message: problem === undefined ? '' : `${source.name} ${problem}`,
  committed: false as const,
});
