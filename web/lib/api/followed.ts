/**
 * For queries of what others may write while a page is open. The look at the project's lock tells when something was
 * written (`useFollowWrites`), and then they are read again; the interval is for a look that came to nothing. A hidden tab sends
 * no requests, and reads again when it is shown.
 */
export const followed = {
  meta: { isFollowed: true },
  refetchInterval: 1_800_000,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: 'always',
} as const;
