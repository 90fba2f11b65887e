import { type SessionEnd, sessionEnds } from '../api/session-end.ts';
import { choiceParam, stringifySearch, textParam } from './search-params.ts';

export interface LoginSearch {
  /** Where to go after the login; a path of this application. */
  return?: string | undefined;
  /** Why the session before has ended. */
  ended?: SessionEnd | undefined;
}

/** Whether a browser stays in this application: it drops tabs and line breaks, and reads `\` as `/`. */
const isOwnPath = (path: string): boolean => path.startsWith('/') && !/^\/[/\\]/.test(path.replace(/[\t\r\n]/g, ''));

export const loginSearch = (raw: Record<string, unknown>): LoginSearch => {
  const path = textParam(raw.return);
  return {
    return: path && isOwnPath(path) ? path : undefined,
    ended: choiceParam(raw.ended, sessionEnds),
  };
};

/** The address of the login page. */
export const loginAddress = (search: LoginSearch): string => `/login${stringifySearch({ ...search })}`;
