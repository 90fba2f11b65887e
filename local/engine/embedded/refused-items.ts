import type { ReadRefused } from './answers.ts';
import type { TableFile } from './table-file.ts';

type Image = Record<string, unknown>;

/** A write, alone or in a transaction, with the field names of its tool. */
interface Action {
  table: unknown;
  key: unknown;
  item: unknown;
  wanted: unknown;
}

/**
 * Returns the items that failed a call's conditions, if the call asks for them (`ALL_OLD`), since the engine's tools
 * omit them. The result is exact if nothing else is written before they are read.
 */
export function refusedItemsOf(call: string, file: TableFile): ReadRefused {
  let actions: readonly Action[] | undefined;
  return (number) => {
    actions ??= actionsOf(JSON.parse(call));
    const action = actions[number];
    if (action?.wanted !== 'ALL_OLD') return undefined;
    const text = file.itemOf(String(action.table), (action.key ?? action.item) as Image);
    return text === undefined ? undefined : (JSON.parse(text) as Image);
  };
}

function actionsOf({ arguments: given }: { arguments: Image }): Action[] {
  const { transact_items: items } = given;
  if (!Array.isArray(items)) {
    const { table_name: table, key, item, return_values_on_condition_check_failure: wanted } = given;
    return [{ table, key, item, wanted }];
  }
  return items.map((one: Record<string, Image>) => {
    const {
      TableName: table,
      Key: key,
      Item: item,
      ReturnValuesOnConditionCheckFailure: wanted,
    } = Object.values(one)[0] ?? {};
    return { table, key, item, wanted };
  });
}
