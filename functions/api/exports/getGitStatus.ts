import { fileOperations } from '#shared/contract/operations/files.ts';
import { filesStatus } from '#shared/services/flows/flow-files.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getGitStatus = endpoint(fileOperations.getGitStatus, async ({ ctx }) => {
  const { digest, newest } = await filesStatus(ctx);
  return {
    ...{ is_git_repo: false, message: 'Versions of flows are kept by the service, not by Git', branch: null },
    commit: newest ? digest : null,
    commit_message: newest ? `Flow '${newest.name}': version ${newest.version} by '${newest.updatedBy}'` : null,
    committed_at: newest?.updatedAt ?? null,
    ...{ is_dirty: false, changed_files: [], untracked_files: [] },
  };
});
