import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { api } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import type { Flow } from '../../ui/lib/api/wire.ts';

/** The service's preview of a run that is about to start; undefined while the entered values cannot be read. */
export function useRunPreview(flow: Flow, chipId: string, parameters: Record<string, unknown> | undefined) {
  const asked = useDeferredValue(parameters);
  return useQuery({
    queryKey: inProject('flow', flow.name, 'preview', flow.version, chipId, asked),
    queryFn: ({ signal }) =>
      api.validateFlow({
        body: {
          code: flow.code,
          name: flow.name,
          runner: flow.runner,
          chip_id: chipId,
          parameters: { ...flow.default_parameters, ...asked },
        },
        signal,
      }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
}
