import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { type DiscussedTarget, summarizeThreads } from '#shared/services/threads/summarize-threads.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getChipDiscussionsSummary = endpoint(
  discussionOperations.getChipDiscussionsSummary,
  async ({ ctx, params }) => {
    const { total, targets } = await summarizeThreads(ctx, params.chip_id);
    const layer = (wanted: DiscussedTarget['kind']) => targets.filter(({ kind }) => kind === wanted).map(presentTarget);
    return { chip_id: params.chip_id, total: total ?? null, qubits: layer('qubit'), couplings: layer('coupling') };
  },
);

const presentTarget = ({ id, threads, newest: { threadId, number, title } }: DiscussedTarget) => ({
  ...{ target_id: id, threads, newest: { id: threadId, number, title } },
});
