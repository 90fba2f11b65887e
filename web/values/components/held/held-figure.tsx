import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { FigureThumbnail } from '../../../results/components/figures/figure-thumbnail.tsx';
import { taskQuery } from '../../../runs/lib/task-queries.ts';
import { useNearView } from '../../../ui/lib/hooks/use-near-view.ts';

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
