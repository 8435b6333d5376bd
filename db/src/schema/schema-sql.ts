import type { Schema } from './read-schema.ts'

type Parts = Schema[string]

/**
 * A schema as SQL, for readers: each table in one place, with its indexes, policies and rights, then
 * the functions, by their signature. The rights on sequences of ids are left out. Migrations make the database, not this text.
 */
export function schemaSqlOf(schema: Schema): string {
  const objects = Object.entries(schema)
  const tables = objects.filter(([, parts]) => namesOf(parts, 'column').length > 0)
  const functions = objects.filter(([, parts]) => 'function' in parts)
  const schemas = objects.filter(([name]) => name.startsWith('schema '))
  const protection = protectionOf(schema['app.businesses'] ?? {})
  return [
    header,
    ...schemas.map(([name, parts]) => grantsOf(name, parts).join('\n')),
    ...tables.map(([name, parts]) => tableText(name, parts, protection)),
    '-- Functions; their text is in db/functions, that of the library for jobs in graphile-worker.',
    ...functions.map(([name, parts]) => functionText(name, parts)),
  ]
    .join('\n\n')
    .concat('\n')
}

const header = `-- What the migrations make of an empty database. For readers: nothing runs this file.
-- Generated from db/migrations and db/functions by npm run schema.`

function tableText(name: string, parts: Parts, protection: string): string {
  const isProtected = protectionOf(parts) === protection
  const columns = namesOf(parts, 'column').map((column) => `${column} ${parts[`column ${column}`]}`)
  const constraints = namesOf(parts, 'constraint').map(
    (constraint) => `constraint ${constraint} ${parts[`constraint ${constraint}`]}`,
  )
  const partitioning = parts.partitions === undefined ? '' : ` partition by ${parts.partitions}`
  const ofKind = (kind: string) =>
    namesOf(parts, kind).map((part) => `${parts[`${kind} ${part}`]};`)
  return [
    `create table ${name} (\n  ${[...columns, ...constraints].join(',\n  ')}\n)${partitioning};`,
    ...ofKind('index'),
    ...ofKind('trigger'),
    ...(isProtected ? [`select app.protect('${name}');`] : protectionLines(name, parts)),
  ].join('\n')
}

function protectionLines(name: string, parts: Parts): string[] {
  const security = parts['row security']
  return [
    ...(security === undefined ? [] : [`alter table ${name} enable row level security;`]),
    ...(security === 'forced' ? [`alter table ${name} force row level security;`] : []),
    ...namesOf(parts, 'policy').map(
      (policy) => `create policy ${policy} on ${name} ${parts[`policy ${policy}`]};`,
    ),
    ...grantsOf(name, parts),
  ]
}

const protectionOf = (parts: Parts): string => protectionLines('it', parts).join('\n')

const grantsOf = (name: string, parts: Parts): string[] =>
  namesOf(parts, 'grant').map((role) => `grant ${parts[`grant ${role}`]} on ${name} to ${role};`)

function functionText(signature: string, parts: Parts): string {
  const callers = namesOf(parts, 'grant')
  const name = signature.slice(0, signature.indexOf('('))
  return `-- ${name} ${parts.function}\n--   called by ${callers.join(', ') || 'its owner'}`
}

/** The names of a table's parts of one kind, in their order. */
const namesOf = (parts: Parts, kind: string): string[] =>
  Object.keys(parts).flatMap((part) =>
    part.startsWith(`${kind} `) ? [part.slice(kind.length + 1)] : [],
  )
