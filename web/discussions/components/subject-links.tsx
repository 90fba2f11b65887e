import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Thread } from '../../ui/lib/api/wire.ts';
import { aboutOf, aboutText, destinationOf } from '../lib/subject.ts';

/** What a discussion is about, each where it is shown. */
export function SubjectLinks({ subjects }: { subjects: Thread['subjects'] }) {
  return subjects.map((subject, place) => {
    const { to, params = {}, search = {} } = destinationOf(subject);
    const text = aboutText(aboutOf(subject));
    return (
      <Fragment key={text}>
        {place > 0 && ', '}
        <Link to={to} params={params as never} search={search as never}>
          {text}
        </Link>
      </Fragment>
    );
  });
}
