import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import type { ListedProject } from '../../ui/lib/api/wire.ts';

/** Which users an administrator wants to see. */
export interface PeopleChoice {
  search: string;
  state: '' | 'enabled' | 'disabled';
}

export const peoplePageSize = 20;

/** One page of the users of a choice, by name. */
export const peopleQuery = ({ search, state }: PeopleChoice, page: number) =>
  queryOptions({
    queryKey: ['people', search, state, page],
    queryFn: () =>
      api.listAllUsers({
        query: {
          ...(search === '' ? {} : { search }),
          ...(state === '' ? {} : { disabled: state === 'disabled' }),
          skip: (page - 1) * peoplePageSize,
          limit: peoplePageSize,
        },
      }),
    placeholderData: keepPreviousData,
  });

/** A user with their projects, as an administrator sees them. */
export const personQuery = (username: string) =>
  queryOptions({
    queryKey: ['people', 'one', username],
    queryFn: () => api.getUserDetails({ params: { username } }),
  });

/** The key of all projects of the service. */
export const allProjectsKey = ['all-projects'];

/** One page of all projects, by id; those of a search. */
export const allProjectsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: [...allProjectsKey, search, page],
    queryFn: () =>
      api.listAllProjects({
        query: {
          ...(search === '' ? {} : { search }),
          skip: (page - 1) * peoplePageSize,
          limit: peoplePageSize,
        },
      }),
    placeholderData: keepPreviousData,
  });

/** The most days whose use the service tells, today among them. */
export const useDays = 31;

/** Every project with what it used, by day. */
export const projectUseQuery = () =>
  queryOptions({
    queryKey: [...allProjectsKey, 'use'],
    queryFn: async () => {
      const projects: ListedProject[] = [];
      let cursor: string | null | undefined;
      do {
        const query = { usage_days: useDays, ...(cursor && { cursor }) };
        const page = await api.listAllProjects({ query });
        projects.push(...page.projects);
        cursor = page.next_cursor;
      } while (cursor);
      return projects;
    },
  });

/** The sessions of a user that have not ended; one's own without a name. Of very many, the hundred newest. */
export const sessionsQuery = (username?: string) =>
  queryOptions({
    queryKey: ['sessions', username ?? ''],
    queryFn: async () => {
      const query = { limit: 100 };
      const page =
        username === undefined
          ? await api.listSessions({ query })
          : await api.listUserSessions({ params: { username }, query });
      return page.sessions;
    },
  });

/** Invitations and offered projects that wait for the caller. */
export const invitationsQuery = () =>
  queryOptions({
    queryKey: ['projects', 'invitations'],
    queryFn: () => api.listProjectInvitations(),
  });
