import { useMutation, useQueryClient } from '@tanstack/react-query';
import { discussionsKey } from '../lib/queries.ts';

/** A write to discussions: everything that is shown of them is read again before `after`. */
export function useDiscussionWrite<Input>(
  write: (input: Input) => Promise<unknown>,
  after: () => void = () => undefined,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: discussionsKey() });
      after();
    },
  });
}
