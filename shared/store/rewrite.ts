/** Sets fields, or removes those that are undefined, and raises the revision; nothing else of the item is touched. */
export function rewrite(fields: Record<string, unknown>) {
  const names = Object.keys(fields);
  const removed = names.filter((name) => fields[name] === undefined);
  const set = names.filter((name) => fields[name] !== undefined);
  const remove = removed.length > 0 ? ` REMOVE ${removed.map((name) => `#${name}`).join(', ')}` : '';
  return {
    expression: `SET ${[...set.map((name) => `#${name} = :${name}`), '#rev = #rev + :one'].join(', ')}${remove}`,
    names: { ...Object.fromEntries(names.map((name) => [`#${name}`, name])), '#rev': 'rev' },
    values: { ...Object.fromEntries(set.map((name) => [`:${name}`, fields[name]])), ':one': 1 },
  };
}
