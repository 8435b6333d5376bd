import type { SchemaDifference } from './compare-schemas.ts'
import type { Schema } from './read-schema.ts'

/**
 * Statements for silla_migrator that make a part of the schema as expected again. Null: a table, a
 * column or the text of a function is gone, and no statement brings it back.
 */
export function restoringSql(difference: SchemaDifference, schema: Schema): string[] | null {
  const { object, part, expected, found } = difference
  const [kind = '', name = ''] =
    /^(foreign keys|row security|default privileges|\w+) ?(.*)$/.exec(part)?.slice(1) ?? []
  const restore = restoring[kind]
  const statements = restore?.({ object, name, expected, found, schema }) ?? null
  if (statements === null || !/^(schema jobs|jobs\.|role silla_worker$)/.test(object))
    return statements
  // the migrator acts as silla_owner, and the jobs belong to silla_worker
  return ['set role silla_worker', ...statements, 'set role silla_owner']
}

interface Restoration {
  object: string
  name: string
  expected: string | null
  found: string | null
  schema: Schema
}

const restoring: Record<string, (restoration: Restoration) => string[] | null> = {
  column: restoreColumn,
  constraint: ({ object, name, expected, found }) => {
    if (found === `${expected} INVALID`) return [`reindex index ${schemaOf(object)}.${name}`]
    return [
      ...(found === null ? [] : [`alter table ${object} drop constraint ${name}`]),
      ...(expected === null ? [] : [`alter table ${object} add constraint ${name} ${expected}`]),
    ]
  },
  index: ({ object, name, expected, found, schema }) => {
    // not on a partitioned table
    const how = schema[object]?.partitions === undefined ? ' concurrently' : ''
    return [
      ...(found === null ? [] : [`drop index${how} ${schemaOf(object)}.${name}`]),
      ...(expected === null ? [] : [expected.replace(/ INDEX /, ` INDEX${how.toUpperCase()} `)]),
    ]
  },
  trigger: ({ object, name, expected, found }) => {
    if (found === `${expected} DISABLED`) return [`alter table ${object} enable trigger ${name}`]
    return [
      ...(found === null ? [] : [`drop trigger ${name} on ${object}`]),
      ...(expected === null ? [] : [expected]),
    ]
  },
  'foreign keys': ({ object }) => [`alter table ${object} enable trigger all`],
  persistence: ({ object }) => [`alter table ${object} set logged`],
  autovacuum: ({ object }) => [
    `alter table ${object} reset (autovacuum_enabled, toast.autovacuum_enabled)`,
  ],
  partition: ({ object, name, ...difference }) => {
    const [partition = '', ...part] = name.split(' ')
    const own = { ...difference, object: `${schemaOf(object)}.${partition}`, part: part.join(' ') }
    return restoringSql(own, difference.schema)
  },
  child: ({ object, name }) => [`alter table ${name} no inherit ${object}`],
  'default privileges': restoreDefaults,
  rule: ({ object, name }) => [`drop rule ${name} on ${object}`],
  policy: ({ object, name, expected, found }) => [
    ...(found === null ? [] : [`drop policy ${name} on ${object}`]),
    ...(expected === null ? [] : [`create policy ${name} on ${object} ${expected}`]),
  ],
  'row security': ({ object, expected, found }) => [
    ...(found === null ? [`alter table ${object} enable row level security`] : []),
    ...(expected === null ? [`alter table ${object} disable row level security`] : []),
    ...(expected === 'forced' ? [`alter table ${object} force row level security`] : []),
    ...(expected === 'enabled' && found === 'forced'
      ? [`alter table ${object} no force row level security`]
      : []),
  ],
  grant: ({ object, name, expected, found, schema }) => {
    const [before, after] = [privileges(expected), privileges(found)]
    const missing = before.filter((privilege) => !after.includes(privilege))
    const excess = after.filter((privilege) => !before.includes(privilege))
    const [options, rights] = [
      excess.filter(isGrantOption),
      excess.filter((each) => !isGrantOption(each)),
    ]
    const on = `on ${grantable(object, schema)}`
    return [
      ...(missing.length === 0 ? [] : [`grant ${missing.join(', ')} ${on} to ${name}`]),
      ...options.map((option) => `revoke ${option} ${on} from ${name}`),
      ...(rights.length === 0 ? [] : [`revoke ${rights.join(', ')} ${on} from ${name}`]),
    ]
  },
  function: ({ object }) => [`drop function ${object}`],
}

/**
 * Those of a schema only add to those of the whole database, which PostgreSQL keeps apart as soon as they are not the
 * usual ones.
 */
function restoreDefaults({ object, name, found }: Restoration): string[] {
  const role = object.replace('role ', '')
  const [, schema = '', kind = ''] = /^(in schema \w+ )?on (\w+)$/.exec(name) ?? []
  const alter = (change: string) => `alter default privileges for ${object} ${schema}${change}`
  const grantees = [...(found ?? '').matchAll(/ to ("[^"]+"|[^,]+)/g)].map(([, grantee]) => grantee)
  const usual = usualDefaults[kind]
  return [
    ...[...new Set(grantees)].map((grantee) => alter(`revoke all on ${kind} from ${grantee}`)),
    ...(schema === ''
      ? [
          alter(`grant all on ${kind} to ${role}`),
          ...(usual === undefined ? [] : [alter(`grant ${usual} on ${kind} to public`)]),
        ]
      : []),
  ]
}

/** What everybody may do with what anybody creates. */
const usualDefaults: Record<string, string> = { functions: 'execute', types: 'usage' }

/** What a missing column held is lost. A further one only has to accept rows without it. */
function restoreColumn({ object, name, expected, found }: Restoration): string[] | null {
  if (found === null) return null
  const alter = (change: string) => `alter table ${object} alter column ${name} ${change}`
  if (expected === null) return [alter('drop not null')]
  // its numbers begin again: the check of the sequences says from where
  const [, type, identity] = / ?(\w+) (generated .+ as identity .+) not null$/.exec(expected) ?? []
  if (identity !== undefined && found === `${type} not null`) return [alter(`add ${identity}`)]
  const [, kind, cache] = /^generated (.+) as identity \((.+)\)$/.exec(identity ?? '') ?? []
  if (found.startsWith(`${type} generated `) && / as identity \(.+\) not null$/.test(found))
    return [alter(`set generated ${kind} set ${cache} ${usualNumbers}`)]
  const [before, after] = [columnOf(expected), columnOf(found)]
  if (before === null || after === null) return null
  return [
    ...(before.type === after.type
      ? []
      : [
          ...(after.initial === null ? [] : [alter('drop default')]),
          alter(`type ${before.type} using ${name}::${before.type}`),
        ]),
    ...(before.initial === after.initial && before.type === after.type
      ? []
      : before.initial === null
        ? after.initial === null || before.type !== after.type
          ? []
          : [alter('drop default')]
        : [alter(`set default ${before.initial}`)]),
    ...(before.isRequired === after.isRequired
      ? []
      : [alter(before.isRequired ? 'set not null' : 'drop not null')]),
  ]
}

const usualNumbers = 'set increment 1 set no minvalue set no maxvalue set no cycle'

/** Null for an identity or a generated column, which is not changed back. */
function columnOf(definition: string) {
  if (/ generated /.test(definition)) return null
  const isRequired = definition.endsWith(' not null')
  const rest = isRequired ? definition.slice(0, -' not null'.length) : definition
  const [type = '', initial = null] = rest.split(/ default (.*)/s)
  return { type, initial, isRequired }
}

const privileges = (text: string | null): string[] => text?.split(', ') ?? []

const isGrantOption = (privilege: string): boolean => privilege.startsWith('grant option for ')

const schemaOf = (object: string): string => object.split('.', 1)[0] ?? ''

function grantable(object: string, schema: Schema): string {
  if (object.startsWith('schema ')) return object
  if (object.includes('(')) return `function ${object}`
  const hasColumns = Object.keys(schema[object] ?? {}).some((part) => part.startsWith('column '))
  return hasColumns ? object : `sequence ${object}`
}
