import type * as z from 'zod';
import type { ExtraFields } from './exact.ts';
import { mapValues } from './map-values.ts';

/** The name in code of a field of the wire. */
type CodeName<Wire> = Wire extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CodeName<Tail>>}` : Wire;

type DefOf<Schema> = Schema extends { _zod: { def: infer Def } } ? Def : never;
/** A field that may be null is null where the record has none. */
type NullIfUndefined<Schema, Value> = DefOf<Schema> extends { type: 'nullable' } ? Exclude<Value, undefined> : Value;

/** The names of the fields whose value in a record of type `Value` is not what the schema says; `never` if all fit. */
type Misfit<Schema, Value, Name> =
  DefOf<Schema> extends { type: 'nullable'; innerType: infer Inner }
    ? Misfit<Inner, Exclude<Value, null>, Name>
    : DefOf<Schema> extends { type: 'optional'; innerType: infer Inner }
      ? Misfit<Inner, Exclude<Value, undefined>, Name>
      : DefOf<Schema> extends { type: 'array'; element: infer Element }
        ? [Value] extends [readonly (infer Item)[]]
          ? Misfit<Element, Item, Name>
          : Name
        : DefOf<Schema> extends { type: 'record'; valueType: infer Inner }
          ? [keyof Value] extends [keyof z.output<Schema & z.ZodType>]
            ? Misfit<Inner, Exclude<Value[keyof Value], undefined>, Name>
            : Name
          : DefOf<Schema> extends { type: 'object'; shape: infer Shape }
            ? [Value] extends [object]
              ? MisfitOfObject<Shape, Value, never>
              : [Value] extends [never]
                ? never
                : Name
            : unknown extends z.output<Schema & z.ZodType>
              ? never
              : [Value] extends [Readonly<z.output<Schema & z.ZodType>>]
                ? never
                : Name;

type MisfitOfObject<Shape, Value, Given> = {
  [Name in keyof Shape]: Name extends Given
    ? never
    : CodeName<Name> extends keyof Value
      ? Misfit<Shape[Name], NullIfUndefined<Shape[Name], Value[CodeName<Name>]>, Name>
      : Name;
}[keyof Shape];

/** The fields that always have a value of their own. */
type AlwaysIn<Given> = {
  [Name in keyof Given]-?: Record<never, never> extends Pick<Given, Name> ? never : Name;
}[keyof Given];

/** Fields of an answer in wire form; what is undefined is null or left out, as the schema says. */
type SomeFields<Wire> = {
  [Name in keyof Wire]?:
    | Wire[Name]
    | Readonly<Wire[Name]>
    | (null extends Wire[Name] ? undefined : Record<never, never> extends Pick<Wire, Name> ? undefined : never);
};

/** Holds every record that has what the schema says, but for what is given. */
type Fits<Shape, Value, Given> = [MisfitOfObject<Shape, Value, AlwaysIn<Given>>] extends [never]
  ? unknown
  : { fieldsToGive: MisfitOfObject<Shape, Value, AlwaysIn<Given>> };

type Lean<Given, Wire> = [ExtraFields<Given, Wire>] extends [never]
  ? unknown
  : { fieldsThatTheSchemaLacks: ExtraFields<Given, Wire> };

/**
 * A record in the form of its schema (docs/decisions/0065): each field is the record's field of the same name in
 * camelCase, at every level, and null where that is undefined and the schema says nullable. What the schema does not
 * name is left out. Keys of maps are data and stay. `given` has the other fields, in wire form.
 */
export function present<
  Shape extends z.ZodRawShape,
  Value extends object,
  const Given extends SomeFields<z.output<z.ZodObject<Shape>>> = Record<never, never>,
>(
  schema: z.ZodObject<Shape>,
  record: Value & Fits<Shape, Value, Given>,
  given?: Given & Lean<Given, z.output<z.ZodObject<Shape>>>,
): z.output<z.ZodObject<Shape>> {
  return presenterOf(schema)(record, given ?? none) as z.output<z.ZodObject<Shape>>;
}

const none = {};

type Convert = (value: unknown) => unknown;
type Presenter = (record: object, given: object) => unknown;

const presenters = new WeakMap<z.core.$ZodObject, Presenter>();

function presenterOf(schema: z.core.$ZodObject): Presenter {
  const known = presenters.get(schema);
  if (known) return known;
  const made = makePresenter(schema);
  presenters.set(schema, made);
  return made;
}

/**
 * Compiled from the schema, as zod compiles its parsers, since a loop over the names takes eight times as long for a row
 * of task results. The text is made of the schema's field names alone.
 */
function makePresenter({ _zod: { def } }: z.core.$ZodObject): Presenter {
  const converts: (Convert | undefined)[] = [];
  const fields = Object.entries(def.shape).map(([name, field], index) => {
    converts.push(convertOf(field));
    const wire = JSON.stringify(name);
    const own = `record[${JSON.stringify(codeName(name))}]`;
    const value = converts[index] ? `(value=${own})==null?value:converts[${index}](value)` : own;
    const chosen = `${wire} in given?given[${wire}]:${value}`;
    return `${wire}:${field._zod.def.type === 'nullable' ? `(${chosen})??null` : chosen}`;
  });
  const source = `return (record,given)=>{let value;return{${fields.join(',')}}}`;
  return new Function('converts', source)(converts) as Presenter;
}

const codeName = (wire: string): string => wire.replace(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase());

/** What makes the wire form of a value; undefined where it is the same. */
function convertOf(schema: z.core.$ZodType): Convert | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return convertOf(def.innerType);
    case 'object':
      // Made at the first value: a schema may contain itself.
      return (value) => (value == null ? value : presenterOf(schema as z.core.$ZodObject)(value as object, none));
    case 'array': {
      const convert = convertOf(def.element);
      return convert && ((value) => (value as unknown[]).map(convert));
    }
    case 'record': {
      const convert = convertOf(def.valueType);
      return convert && ((value) => mapValues(value as Record<string, unknown>, convert));
    }
    default:
      return undefined;
  }
}
