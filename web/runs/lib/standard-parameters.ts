import { simulatorParameters, taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';

/** What the standard tasks call by a name; undefined where they mean different things by it, or none takes it. */
export function standardParameter(name: string): { unit: string; valueType: string; description: string } | undefined {
  const found = [simulatorParameters, ...taskCatalogue.map(({ runParameters }) => runParameters)].flatMap(
    (parameters) => parameters[name] ?? [],
  );
  const [first] = found;
  return found.every(({ unit, valueType }) => unit === first?.unit && valueType === first.valueType)
    ? first
    : undefined;
}

/** The unit of a parameter of a managed flow; of a worker's flow none is known. */
export const standardUnitOf =
  (runner: 'managed' | 'worker') =>
  (name: string): string | undefined =>
    runner === 'managed' ? standardParameter(name)?.unit : undefined;
