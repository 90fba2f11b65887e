/** The source of a managed run of one task, whose parameters choose its targets (rule FLOW-9). */
export const taskDocument = (taskName: string, backend: string): string =>
  JSON.stringify({ backend, stages: [{ name: taskName, tasks: [taskName] }] });

/** Names of the run's parameters that choose targets. */
export const targetChoices = ['qids', 'mux_ids', 'coupling_ids'] as const;
