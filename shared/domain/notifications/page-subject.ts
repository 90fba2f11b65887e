/** What a page is of, as far as it can be deleted alone or with its chip. */
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

/** What the page at a path is of, as notifications write it; undefined where it is of nothing that is deleted so, as a list is. */
export function pageSubject(path: string): PageSubject | undefined {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const [, first = '', part = ''] = pathname.split('/');
  const kind = first === 'dashboard' ? 'chip' : Object.hasOwn(kindsByPath, first) ? kindsByPath[first] : undefined;
  const id = first === 'dashboard' ? (searchParams.get('chip') ?? '') : decodeURIComponent(part);
  return kind === undefined || id === '' ? undefined : { kind, id };
}
