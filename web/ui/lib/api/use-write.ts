import { useMutation, useQueryClient } from '@tanstack/react-query';
import { projectKey } from './queries.ts';

/** A write whose traces are in many views: all that the project shows is read again. */
export function useWrite<Input>(write: (input: Input) => Promise<unknown>, after: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      after();
    },
  });
}

/** The trimmed text of a form's field. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();
