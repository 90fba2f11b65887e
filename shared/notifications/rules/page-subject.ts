/** The subject of a page, if it can be deleted alone or with its chip. */
export interface PageSubject {
  kind: 'chip' | 'execution' | 'task' | 'schedule';
  id: string;
}

const kindsByPath: Readonly<Record<string, PageSubject['kind']>> = {
  chips: 'chip',
  execution: 'execution',
  tasks: 'task',
  schedules: 'schedule',
};

/** The subject of the page at a path, as notifications write it; undefined for pages without one, such as lists. */
export function pageSubject(path: string): PageSubject | undefined {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const [, first = '', part = ''] = pathname.split('/');
  const kind = first === 'dashboard' ? 'chip' : Object.hasOwn(kindsByPath, first) ? kindsByPath[first] : undefined;
  const id = first === 'dashboard' ? (searchParams.get('chip') ?? '') : decodeURIComponent(part);
  return kind === undefined || id === '' ? undefined : { kind, id };
}
