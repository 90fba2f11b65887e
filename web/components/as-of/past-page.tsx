import { type ReactNode, useMemo, useState } from 'react';
import { PastContext } from '../../lib/api/past.ts';
import { asOfParameter } from '../../lib/url/as-of.ts';

/** Within it all that is read is as of a past time, and nothing is written: it would be of now, and not of what is seen. */
export function PastPage(props: {
  /** A day, which means its end, or an instant; undefined for now. */
  at: string | undefined;
  timeZone: string;
  children: ReactNode;
}) {
  const { at, timeZone } = props;
  const [now] = useState(() => new Date().toISOString());
  const past = useMemo(() => {
    const instant = asOfParameter(at, undefined, timeZone);
    if (at === undefined || instant === undefined) return undefined;
    const asOf = instant < now ? instant : undefined;
    return { at, asOf, view: asOf === undefined ? {} : { as_of: asOf } };
  }, [at, timeZone, now]);
  return <PastContext value={past}>{props.children}</PastContext>;
}
