/** Operations of QDash's clients that the service does not have, and why: those of a path and all below it, by one method or all. */
export const leftOut: Readonly<Record<string, string>> = {
  '/agent-sessions':
    'agents start runs and change values under an API token as people do; a second way to grant rights would be one more to guard',
  '/copilot':
    'the service has no language model, so there is nothing to chat with; `copilot.enabled` of `GET /config/all` says so',
  '/flows/{name}/agent': 'edits code with a language model, which the service does not have',
  '/dashboard':
    'a summary by a language model; what is remarkable by rule is in `GET /chips/{chip_id}/overview` and `/drift`',
  '/calibrations/seed-compare':
    'the service keeps no files of seeds; what two instants of a chip differ in says `GET /chips/{chip_id}/differences`',
  '/device-topology/plot':
    'the answer of `POST /device-topology` has the positions; maps are drawn by the pages, and by `POST .../metrics/pdf`',
  'POST /files/git': 'versions of flows are kept by the service; there is no repository to pull from or push to',
  'PUT /task-files/content':
    'the standard tasks are part of the service; what a project says about one is its knowledge, and its own tasks are in its worker',
};
