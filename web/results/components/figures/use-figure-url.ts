import { useQuery } from '@tanstack/react-query';
import { figureQuery } from '../../../runs/lib/task-queries.ts';
import { useObjectUrl } from '../../../ui/lib/hooks/use-object-url.ts';

/** The address of a picture in this page, while it is shown; undefined until it is there, and without a path. */
export function useFigureUrl(path: string | undefined): { url: string | undefined; error: Error | null } {
  const figure = useQuery({ ...figureQuery(path ?? ''), enabled: path !== undefined });
  return { url: useObjectUrl(figure.data), error: figure.error };
}
