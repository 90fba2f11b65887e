interface Project {
  name: string;
  status: string;
  deleted_at: string | null;
}

/** Projects that are named in the row of a person. */
const most = 2;

/** A user's projects in a table row: the names of the first, and how many more there are. Deleted ones are left out. */
export function shownProjects(projects: readonly Project[]): { named: string[]; more: number } {
  const names = projects
    .filter(({ deleted_at: deletedAt }) => deletedAt === null)
    .map(({ name, status }) => (status === 'pending' ? `${name} (invited)` : name));
  return { named: names.slice(0, most), more: Math.max(0, names.length - most) };
}
