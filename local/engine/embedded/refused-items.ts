import type { ReadRefused } from './answers.ts';
import type { TableFile } from './table-file.ts';

type Image = Record<string, unknown>;

/** A write, alone or in a transaction, under the names that its tool takes. */
interface Action {
  table: unknown;
  key: unknown;
  item: unknown;
  wanted: unknown;
}

/**
 * Answers the items that refused a call's conditions, where the call wants them (`ALL_OLD`): the engine's tools leave them out.
 * They are those that refused it as long as nothing else is written before they are read.
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
