import type { FitRawData, ReanalysedTask } from '#shared/runs/rules/reanalysis.ts';
import { cwTasks } from '#shared/runs/rules/tasks/cw.ts';
import { analyseQubitSpectrum } from './analyses/qubit-spectrum.ts';
import { RawDataError, readQubitSpectrum, readResonatorMap } from './analyses/raw-data.ts';
import { analyseResonatorMap } from './analyses/resonator-map.ts';
import type { Finding } from './bench.ts';
import { plotlyOf } from './figures/plotly.ts';
import { outputsOf, problemOf } from './judgement.ts';
import { significant } from './math/numbers.ts';
import { ParameterError, type Parameters, resolveParameters } from './parameters.ts';

const analyses: Record<ReanalysedTask, (csv: string, parameters: Parameters) => Finding> = {
  CheckQubitSpectroscopy: (csv, parameters) => analyseQubitSpectrum(readQubitSpectrum(csv), orderedF12(parameters)),
  CheckResonatorSpectroscopy: (csv, parameters) => analyseResonatorMap(readResonatorMap(csv), parameters),
};

/**
 * Fits the raw data of a task again with the fit of the simulated task. With the same parameters the result is the
 * same.
 */
export const reanalyse: FitRawData = (task, csv, parameters) => {
  // Only one category, so that the bundle need not contain all tasks.
  const definition = cwTasks.find(({ name }) => name === task);
  if (definition === undefined) throw new Error(`${task} is not a standard task`);
  try {
    const finding = analyses[task](csv, resolveParameters(definition, parameters));
    const [figure] = finding.figures;
    if (!figure) throw new Error(`The fit of ${task} drew nothing`);
    const problem = problemOf(definition, finding);
    return {
      figure: plotlyOf(figure),
      outputParameters: problem === undefined ? outputsOf(definition, finding) : {},
      r2: finding.r2 === undefined || !Number.isFinite(finding.r2) ? undefined : significant(finding.r2, 5),
      problem,
    };
  } catch (error) {
    if (error instanceof ParameterError) return { refused: 'parameters', reason: error.message };
    if (error instanceof RawDataError) return { refused: 'raw data', reason: error.message };
    throw error;
  }
};

/** A range of zero width never finds anything. */
function orderedF12(parameters: Parameters): Parameters {
  const [near, far] = [parameters.number('f12_distance_min', 0), parameters.number('f12_distance_max', 0)];
  if (near < far) return parameters;
  throw new ParameterError(`parameter 'f12_distance_min' (${near} GHz) must be below 'f12_distance_max' (${far} GHz)`);
}
