const later = 'not there yet';

/** Operations of QDash's clients that the service does not have, and why: those of a path, and all below it. */
export const leftOut: Readonly<Record<string, string>> = {
  '/agent-sessions':
    'agents start runs and change values under an API token as people do; a second way to grant rights would be one more to guard',
  '/copilot':
    'the service has no language model, so there is nothing to chat with; `copilot.enabled` of `GET /config/all` says so',
  '/flows/{name}/agent': 'edits code with a language model, which the service does not have',
  '/dashboard':
    'a summary by a language model; what is remarkable by rule is in `GET /chips/{chip_id}/overview` and `/drift`',
  '/admin/config/reload': 'nothing is read from files that would have to be read again',
  '/admin/users/bulk-import': '`POST /admin/users/import` takes the list as JSON, with a preview',
  '/calibrations/seed-compare': later,
  '/calibrations/seed-import': later,
  '/calibrations/seed-parameters': later,
  '/chips/{chip_id}/metrics': later,
  '/chips/{chip_id}/qubits/{qid}/reanalyze': later,
  '/device-topology/plot': later,
  '/files/content': later,
  '/files/git': later,
  '/files/tree': later,
  '/files/validate': later,
  '/files/zip': later,
  '/flows/helpers': later,
  '/metrics/chips/{chip_id}/metrics/pdf': later,
  '/task-files/backend-config': later,
  '/task-files/backends': later,
  '/task-files/content': later,
  '/task-files/settings': later,
  '/task-files/tree': later,
  '/task-results/ai-review': later,
};
