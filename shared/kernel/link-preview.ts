/**
 * The preview of a pasted link: the words of its address, since chats fetch it without signing in, and no stored data.
 * The local stack answers with it, and CloudFront runs this file without its types (`infra/constructs/edge-code.ts`):
 * so it imports nothing and keeps to CloudFront's runtime, which has neither destructuring nor spreading nor loops over
 * values.
 */

/** Programs that fetch a link to preview it; browsers have none of these names. */
const previewers =
  /slackbot|slack-imgproxy|twitterbot|facebookexternalhit|linkedinbot|discordbot|telegrambot|whatsapp|skypeuripreview|mattermost|rocket\.chat|zulip|google-pagerenderer|googlebot|embedly|iframely|redditbot|mastodon|synapse|applebot|notion/i;

/** Views of a chip, by the part of the path after its name. */
const viewsOfChip: Record<string, string> = {
  values: 'Values of',
  wall: 'Figures of',
  differences: 'What changed on',
  muxes: 'Muxes of',
  days: 'Days of',
  analysis: 'Analysis of',
};

/** Pages without a named subject, by their path. */
const plainPages: Record<string, string> = {
  '': 'Calibration of quantum chips',
  chips: 'Chips',
  execution: 'Runs',
  compare: 'Compare runs',
  tasks: 'Task results',
  'task-knowledge': 'Tasks',
  reviews: 'Reviews',
  flows: 'Flows',
  schedules: 'Schedules',
  dashboard: 'Dashboard',
  cryo: 'Cryostats',
  notes: 'Notes',
  inbox: 'Inbox',
  discussions: 'Discussions',
  cases: 'Cases',
  projects: 'Projects',
  settings: 'Settings',
  admin: 'Admin',
  login: 'Sign in',
};

/** Pages of one thing, by the path before its id, which replaces `#` in the title. */
const pagesOfOne: Record<string, string> = {
  execution: 'Run #',
  tasks: 'Task result',
  'task-knowledge': 'Task #',
  flows: 'Flow #',
  schedules: 'Schedule',
  discussions: 'Discussion',
  cases: 'Case',
  projects: 'Project',
  topologies: 'New topology',
};

/** The entry under a name; not the properties that every object inherits, such as `constructor`. */
function listed(words: Record<string, string>, name: string): string | undefined {
  const found: unknown = words[name];
  return typeof found === 'string' ? found : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

/** A parameter of a query without its question mark. */
function parameterOf(query: string, name: string): string {
  const found = query.split('&').filter((part) => part.indexOf(`${name}=`) === 0)[0];
  return found === undefined ? '' : decoded(found.slice(name.length + 1));
}

function titleOfChip(chip: string, view: string | undefined, target: string | undefined): string | undefined {
  if (view === undefined) return chip;
  if (view === 'qubits' && target !== undefined) return `Qubit Q${target} of ${chip}`;
  if (view === 'couplings' && target !== undefined) return `Coupling ${target} of ${chip}`;
  const words = target === undefined ? listed(viewsOfChip, view) : undefined;
  return words && `${words} ${chip}`;
}

function subjectOf(path: string, query: string): string | undefined {
  // The project is an id, which means nothing to a reader.
  const parts = path
    .replace(/^\/p\/[^/]+/, '')
    .slice(1)
    .split('/')
    .map(decoded);
  const page = parts[0] || '';
  const id = parts[1];
  if (parts.length > 4) return undefined;
  if (page === 'chips' && id !== undefined) return titleOfChip(id, parts[2], parts[3]);
  if (page === 'projects' && parts[2] === 'imports' && parts.length === 3) return 'Imports of a project';
  if (parts.length > 2) return undefined;
  if (id !== undefined) return (listed(pagesOfOne, page) || '').replace('#', () => id) || undefined;
  const chip = page === 'dashboard' ? parameterOf(query, 'chip') : '';
  const words = listed(plainPages, page);
  return words && chip !== '' ? `${words} of ${chip}` : words;
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/**
 * The page for a program that previews links; undefined for other clients, and for paths that are not pages.
 *
 * @param path as requested, with its escapes
 * @param query without its question mark
 */
export function linkPreview(userAgent: string, path: string, query: string): string | undefined {
  if (!previewers.test(userAgent)) return undefined;
  const subject = subjectOf(path, query);
  if (subject === undefined) return undefined;
  const asOf = parameterOf(query, 'as_of');
  const title = escaped((asOf === '' ? subject : `${subject}, as of ${asOf}`).slice(0, 200));
  const description = 'Fiducial, calibration of quantum chips. Sign in to see it.';
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="description" content="${description}"><meta property="og:type" content="website">` +
    `<meta property="og:site_name" content="Fiducial"><meta property="og:title" content="${title}">` +
    `<meta property="og:description" content="${description}"></head><body><h1>${title}</h1><p>${description}</p></body></html>\n`
  );
}
