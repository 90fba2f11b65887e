import type { Route } from './route.ts';
import { type OfferedId, type OperationId, routes } from './routes.ts';

/** Whether the typed client and the command line offer an operation: not if only clients of another service call it. */
export const isOffered = (operationId: OperationId): operationId is OfferedId =>
  (routes[operationId] as Route).compatibility === undefined;

/** Why an operation is not offered, and what to call instead. */
export function notOfferedText(operationId: OperationId): string {
  const { instead = [] } = routes[operationId] as Route;
  const others = instead.map((id) => `'${id}'`).join(' or ');
  return `'${operationId}' is for clients of QDash only: ${others ? `use ${others} instead` : 'no other client needs it'}.`;
}
