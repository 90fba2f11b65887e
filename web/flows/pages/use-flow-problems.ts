import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, errorText } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import { useDebouncedValue } from '../../ui/lib/hooks/use-debounced-value.ts';

/**
 * A mistake in a source, with its message and place; line and column count from 1, and are null if no place is at
 * fault.
 */
export interface SourceProblem {
  line: number | null;
  column: number | null;
  message: string;
}

/** The state of a source while it is typed. */
export interface SourceState {
  problems: SourceProblem[];
  /** Tasks of a run on the chip with the defaults; undefined until counted, and while there are problems. */
  taskCount: number | undefined;
  /** Why it is not known yet whether there are problems on the chip; undefined once it is. */
  unknown: string | undefined;
}

const checking = 'Checking…';
const nothing: SourceState = { problems: [], taskCount: undefined, unknown: checking };

/** The mistakes of a managed flow: its form here with every key, its targets on the chip by the service once it rests. */
export function useFlowProblems(source: { code: string; chipId: string; isManaged: boolean }): SourceState {
  const { code, chipId, isManaged } = source;
  const form = useFormProblems(code, isManaged);
  const settledCode = useDebouncedValue(code, 500);
  const canValidate = isManaged && form?.length === 0 && settledCode === code;
  const onChip = useQuery({
    queryKey: inProject('flow-check', chipId, settledCode),
    queryFn: ({ signal }) => api.validateFlow({ body: { code: settledCode, chip_id: chipId }, signal }),
    enabled: canValidate,
    gcTime: 60_000,
  });
  if (!isManaged || form === undefined) return nothing;
  if (form.length > 0) return { problems: form, taskCount: undefined, unknown: undefined };
  if (!canValidate || !onChip.data) {
    const unknown = canValidate && onChip.error ? `Not checked on the chip: ${errorText(onChip.error)}` : checking;
    return { ...nothing, unknown };
  }
  return { problems: onChip.data.problems, taskCount: onChip.data.task_count ?? undefined, unknown: undefined };
}

/** What the parser of the service itself says, run here; undefined until it has been loaded. */
function useFormProblems(code: string, isManaged: boolean): SourceProblem[] | undefined {
  const [problems, setProblems] = useState<SourceProblem[]>();
  useEffect(() => {
    if (!isManaged) return;
    let isOld = false;
    void import('#shared/flows/rules/parse-document.ts').then(({ parseFlow }) => {
      if (isOld) return;
      setProblems(
        parseFlow(code).problems.map(({ place: position, message }) => ({
          line: position?.line ?? null,
          column: position?.column ?? null,
          message,
        })),
      );
    });
    return () => {
      isOld = true;
    };
  }, [code, isManaged]);
  return problems;
}
