import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useNearView } from '../../lib/hooks/use-near-view.ts';
import { taskQuery } from '../../lib/runs/task-queries.ts';
import { FigureThumbnail } from '../figures/figure-thumbnail.tsx';

/** The figure of a task result in small, which leads to the result; read once it is near the visible part of the page. */
export function HeldFigure({ taskId }: { taskId: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const isNear = useNearView(place);
  const { data } = useQuery({ ...taskQuery(taskId), enabled: isNear });
  return (
    <span ref={place}>
      <Link to="/tasks/$taskId" params={{ taskId }} aria-label="Fit">
        {data && data.figure_path.length > 0 ? <FigureThumbnail path={data.figure_path[0]} /> : 'Fit'}
      </Link>
    </span>
  );
}
