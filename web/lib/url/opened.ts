/**
 * The address that the application was opened by, before the router takes from it what pages do not know. Links within the
 * application have nothing else.
 */
export const { pathname: openedPath, search: openedSearch } = location;
