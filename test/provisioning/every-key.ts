import { salonFileSchema } from '@silla/core'

/** A schema of a salon file, as far as samples are made of it. */
interface Schema {
  type?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: string[]
  const?: unknown
  pattern?: string
  minimum?: number
}

/** 0 or 1: the first or the second document. */
type Variant = 0 | 1

export type Document = Record<string, unknown> & { salon: string }

/**
 * A salon file with every key that the schema has. The two variants have another value at each key,
 * so that at most one of them has the default.
 */
export function everyKeyDocument(slug: string, variant: Variant): Document {
  const sample = sampleOf(salonFileSchema() as Schema, [], variant) as Document
  return JSON.parse(JSON.stringify({ ...sample, salon: slug }))
}

/** The keys of an entry of a section such as `services`. */
export function keysOfEntry(section: string): string[] {
  const [entry] = Object.values(
    (salonFileSchema().properties as Record<string, Schema>)[section]?.patternProperties ?? {},
  )
  return Object.keys(entry?.properties ?? {})
}

/** Whether the schema has a key; `*` is the handle of any entry. */
export function hasKey(path: readonly string[]): boolean {
  const found = path.reduce<Schema | undefined>(
    (schema, key) =>
      key === '*' ? Object.values(schema?.patternProperties ?? {})[0] : schema?.properties?.[key],
    salonFileSchema() as Schema,
  )
  return found !== undefined
}

/** Values that a sample of the type would not be valid for, by path. */
const values: Record<string, (variant: Variant) => unknown> = {
  mode: () => 'test',
  // only in a demo salon, and not exported
  keys: () => undefined,
  demo: () => undefined,
  'contact.email': (variant) => ['hola@lola.example', 'hello@lola.example'][variant],
  'contact.phone': (variant) => ['+34600111222', '+351912345678'][variant],
  'address.country': (variant) => ['ES', 'PT'][variant],
  'branding.color': (variant) => ['#1f4e5f', '#5f1f4e'][variant],
  'settings.timezone': (variant) => ['Europe/Madrid', 'Europe/Lisbon'][variant],
  'categories.cut.kind': () => 'service',
  'categories.color.kind': () => 'service',
  'categories.gel.kind': () => 'product',
  'categories.cream.kind': () => 'product',
  'services.*.category': (variant) => ['cut', 'color'][variant],
  'services.*.needs': (variant) => [['basin'], ['chair']][variant],
  'services.*.offer_price': (variant) => 5.25 + variant,
  'products.*.category': (variant) => ['gel', 'cream'][variant],
  'products.*.offer_price': (variant) => 5.25 + variant,
}

/** Likewise by key, wherever it is. */
const valuesByKey: Record<string, (variant: Variant) => unknown> = {
  duration: (variant) => 20 + variant,
  phases: (variant) => ['work 5', 'wait 5', `work ${10 + variant}`],
  break: (variant) => `14:0${variant}-16:00`,
  from: (variant) => `2030-06-1${variant}`,
  to: (variant) => `2030-06-2${variant}`,
  // the day of a demo salon
  in: () => undefined,
}

/** The handles of the entries of each section. */
const handles: Record<string, string[]> = {
  categories: ['cut', 'color', 'gel', 'cream', 'other'],
  resources: ['basin', 'chair'],
  services: ['trim', 'tint'],
  professionals: ['ana'],
  'professionals.*.services': ['trim', 'tint'],
  products: ['wax'],
  points_packages: ['bonus'],
}

/** A text of the form that a pattern prescribes, by an example of it. */
const valuesByForm: ((variant: Variant) => string)[] = [
  (variant) => `0${8 + variant}:00-20:00`,
  (variant) => `2030-03-0${4 + variant}`,
  (variant) => `https://lola.example/${variant}.jpg`,
  (variant) => `+3460011223${variant}`,
]

function sampleOf(schema: Schema, path: readonly string[], variant: Variant): unknown {
  const key = path.at(-1) ?? ''
  const value = values[path.join('.')] ?? values[withoutHandle(path)] ?? valuesByKey[key]
  if (value !== undefined) return value(variant)
  if (schema.anyOf !== undefined) return sampleOf(branchOf(schema.anyOf, variant), path, variant)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[variant]
  if (schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        sampleOf(property, [...path, name], variant),
      ]),
    )
  if (schema.patternProperties !== undefined) {
    const [entry] = Object.values(schema.patternProperties) as [Schema]
    const names = handles[withoutHandle(path)]
    if (names === undefined) return missing('handles', path)
    return Object.fromEntries(
      names.map((name) => [name, sampleOf(entry, [...path, name], variant)]),
    )
  }
  if (schema.items !== undefined) {
    const item = sampleOf(schema.items, path, variant)
    return isDayEntry(item) ? dayEntries(item) : [item]
  }
  if (schema.type === 'boolean') return variant === 0
  if (schema.type === 'integer') return (schema.minimum ?? 0) + 11 + variant
  if (schema.type === 'number') return (schema.minimum ?? 0) + 11.5 + variant
  if (schema.pattern === undefined) return `${key} ${variant}`
  const text = valuesByForm
    .map((form) => form(variant))
    .find((each) => new RegExp(schema.pattern ?? '').test(each))
  return text ?? missing('values', path)
}

/** The most detailed of the forms of a value; of fixed values each variant has one. */
function branchOf(branches: readonly Schema[], variant: Variant): Schema {
  const detailed = branches.findLast((each) => each.properties ?? each.patternProperties)
  const isFixed = branches.every((each) => each.const !== undefined)
  return (detailed ?? branches[isFixed ? variant : 0]) as Schema
}

/** An entry has a day or a range of days. */
const dayEntries = ({ day, from, to, in: _, ...rest }: Record<string, unknown>) => [
  { day, ...rest },
  { from, to, ...rest },
]

const isDayEntry = (item: unknown): item is Record<string, unknown> =>
  typeof item === 'object' && item !== null && 'day' in item && 'from' in item

const withoutHandle = ([section, handle, ...rest]: readonly string[]) =>
  [section, ...(handle === undefined ? [] : [handles[section ?? ''] ? '*' : handle]), ...rest].join(
    '.',
  )

const missing = (table: string, path: readonly string[]): never => {
  throw new Error(
    `${path.join('.')}: add a sample to \`${table}\` in test/provisioning/every-key.ts`,
  )
}
