import { useQueries } from '@tanstack/react-query';
import { projectAddress } from '#shared/kernel/rules/page-address.ts';
import { askedFor, hasThingQuery } from '../../../projects/lib/things.ts';
import type { Project } from '../../lib/api/wire.ts';
import { Page } from '../page.tsx';
import { Pending } from '../pending.tsx';

/**
 * Asks which of several projects an address means (rule NAV-15), and says which have what it names.
 * @param props.name how the address calls the project, where it does
 * @param props.page the address without a project
 */
export function WhichProject(props: { name: string | undefined; choices: readonly Project[]; page: string }) {
  const { name, choices, page } = props;
  const { thing, asked } = askedFor(choices, page);
  const answers = useQueries({
    queries: thing ? asked.map(({ project_id }) => hasThingQuery(project_id, thing)) : [],
  });
  const withThing = asked.filter((_, place) => answers[place]?.data === true);
  const withoutThing = asked.filter((_, place) => answers[place]?.data === false);
  const what = thing && `${thing.kind} ${thing.id}`;
  const have = withThing.length === 1 ? 'One of them has' : `${withThing.length} of them have`;
  return (
    <Page title="Which project?">
      <p>
        {name === undefined
          ? 'This address names no project, and you have several. '
          : `Several of your projects are called ‘${name}’. `}
        {withThing.length > 0 && `${have} ${what}. `}
        {thing && withoutThing.length === asked.length && `None of them has ${what}. `}
        Choose the project that you want to open.
      </p>
      {answers.some(({ isPending }) => isPending) ? (
        <Pending error={undefined} what={`the projects that have ${what}`} />
      ) : (
        <ul aria-label="Projects">
          {[...withThing, ...choices.filter((one) => !withThing.includes(one))].map((project) => (
            <li key={project.project_id}>
              <a href={projectAddress(project.project_id, page)}>{project.name}</a> of {project.owner_username}
              {withThing.includes(project) && `: has ${what}`}
              {withoutThing.includes(project) && `: no ${what}`}
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
