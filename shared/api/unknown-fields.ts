import type * as z from 'zod';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { ownEntry } from '../kernel/rules/own-entry.ts';

/** A field that a schema does not have, and the fields that it has in that place. */
export interface UnknownField {
  path: Path;
  known: readonly string[];
}

type Path = readonly (string | number)[];

/** A body may have thousands of them; these are enough to correct it. */
const most = 20;

/**
 * The fields of a request body that its schema does not have, at any depth (rule API-31). Records and values of any shape are
 * free. Of a union the option counts that is meant; where none is, the schema says what is wrong.
 */
export function unknownFields(schema: z.ZodType, body: unknown): UnknownField[] {
  const found: UnknownField[] = [];
  for (const field of unknownIn(schema, body, [])) {
    found.push(field);
    if (found.length === most) break;
  }
  return found;
}

function* unknownIn(schema: $ZodType, value: unknown, path: Path): Generator<UnknownField> {
  if (value === null || typeof value !== 'object') return;
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      yield* unknownInObject(def, value, path);
      break;
    case 'array':
      if (Array.isArray(value))
        for (const [n, entry] of value.entries()) yield* unknownIn(def.element, entry, [...path, n]);
      break;
    case 'record':
      for (const [name, entry] of Object.entries(value)) yield* unknownIn(def.valueType, entry, [...path, name]);
      break;
    case 'union': {
      const option = optionOf(def, value);
      if (option) yield* unknownIn(option, value, path);
      break;
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      yield* unknownIn(def.innerType, value, path);
      break;
    case 'pipe':
      yield* unknownIn(def.in, value, path);
      break;
  }
}

interface ObjectDef {
  shape: Readonly<Record<string, $ZodType>>;
  catchall?: $ZodType | undefined;
}

function* unknownInObject({ shape, catchall }: ObjectDef, value: object, path: Path): Generator<UnknownField> {
  const isOpen = catchall !== undefined && catchall._zod.def.type !== 'never';
  for (const [name, entry] of Object.entries(value)) {
    const field = ownEntry(shape, name);
    if (field) yield* unknownIn(field, entry, [...path, name]);
    else if (!isOpen) yield { path: [...path, name], known: Object.keys(shape) };
  }
}

interface UnionDef {
  options: readonly $ZodType[];
  discriminator?: string;
}

/** The option that a value is meant for: by the field that tells them apart, the only object, else the one that takes it. */
function optionOf({ options, discriminator }: UnionDef, value: object): $ZodType | undefined {
  if (discriminator !== undefined) {
    const named: unknown = ownEntry(value as Record<string, unknown>, discriminator);
    return options.find(({ _zod }) => _zod.propValues?.[discriminator]?.has(named as string));
  }
  const objects = options.filter(({ _zod }) => _zod.def.type === 'object');
  return objects.length === 1 ? objects[0] : objects.find((one) => (one as z.ZodType).safeParse(value).success);
}
