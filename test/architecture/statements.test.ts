import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool, type Sql } from '@silla/db'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { type Kind, type QuerySignature, querySignatures } from './query-signatures.ts'
import { inRepository, none } from './sources.ts'

// PostgreSQL describes every statement of db/src/queries against the migrated schema, without
// running it. Parameters and columns must match the TypeScript types.

test('parameters and columns of every statement match the TypeScript types', async () => {
  const { urls } = await testDatabase()
  // as superuser: statements of the worker read its job tables, those of the owner all others
  const sql = openPool({ url: urls.prepare, max: 1, name: 'silla-test-statements' })
  atEnd(() => sql.end({ timeout: 1 }))
  await sql`set search_path = app`
  const signatures = querySignatures()
  assert.ok(signatures.length > 150, 'this test no longer finds the queries')
  const found: string[] = []
  for (const signature of signatures)
    for (const statement of await statementsOf(signature, sql))
      found.push(...(await differences(signature, statement)))
  none(found, 'Make the statement and the types of its function agree:')
})

/** A query of the driver that has not been sent. */
interface Statement {
  describe(): Promise<{ types: number[]; columns: { name: string; type: number }[] }>
  parameters: unknown[]
  string: string
}

interface Recorded {
  statement: Statement
  /** The function returns it, so that the rows are those of its declared type. */
  isResult: boolean
}

/** Calls the function with sample arguments and collects its statements instead of sending them. */
async function statementsOf(signature: QuerySignature, sql: Sql): Promise<Recorded[]> {
  const recorded = new Map<Statement, boolean>()
  const driver = sql as unknown as (...parts: unknown[]) => Statement
  const tag = (...parts: unknown[]) => {
    const statement = driver(...parts)
    const isStatement = Array.isArray(parts[0]) && 'raw' in parts[0]
    // awaiting a statement would send it; no rows are the answer
    const answer = (resolve: (rows: unknown[]) => unknown) => {
      recorded.set(statement, false)
      return Promise.resolve([]).then(resolve)
    }
    // biome-ignore lint/suspicious/noThenProperty: the driver's queries are thenable too
    return isStatement ? Object.assign(statement, { then: answer }) : statement
  }
  const tx = Object.assign(tag, sql, { businessId: '00000000-0000-0000-0000-000000000000' })
  const module = await import(inRepository(signature.file))
  const result = module[signature.name](tx, ...signature.samples)
  const isStatement = typeof result?.describe === 'function'
  // what a function does without rows is not of interest
  if (!isStatement) await Promise.resolve(result).catch(() => {})
  else recorded.set(result, true)
  return [...recorded].map(([statement, isResult]) => ({ statement, isResult }))
}

async function differences(
  { file, name, row }: QuerySignature,
  { statement, isResult }: Recorded,
): Promise<string[]> {
  const where = `${file} ${name}:`
  Reflect.deleteProperty(statement, 'then')
  const described = await statement.describe().catch((error: Error) => error.message)
  if (typeof described === 'string') return [`${where} ${described}`]
  const parameters = statement.parameters.flatMap((value, index) => {
    const type = described.types[index] ?? 0
    return fits(kindsOf[type] ?? ['string'], kindOfValue(value))
      ? []
      : [`${where} $${index + 1} is a ${kindOfValue(value)}, in SQL of type ${type}`]
  })
  const rows = recordsetDifferences(statement).map((difference) => `${where} ${difference}`)
  if (!isResult || row === null) return [...parameters, ...rows]
  const columns = new Map(described.columns.map((column) => [column.name, column.type]))
  return [
    ...parameters,
    ...rows,
    ...[...columns.keys()]
      .filter((column) => !(column in row))
      .map((column) => `${where} column ${column} is not in the type of the row`),
    ...Object.entries(row).flatMap(([field, kind]) => {
      const type = columns.get(field)
      if (type === undefined) return [`${where} no column for ${field}`]
      return fits([(kindsOf[type] ?? ['string'])[0] as Kind], kind)
        ? []
        : [`${where} ${field} is a ${kind}, in SQL of type ${type}`]
    }),
  ]
}

/** The columns of each `jsonb_to_recordset` must be the fields of the rows that it gets. */
function recordsetDifferences({ string, parameters }: Statement): string[] {
  const recordsets = string.matchAll(/jsonb_to_recordset\(\$(\d+)\)\s+as\s*\w*\s*\(([^()]*)\)/g)
  return [...recordsets].flatMap(([, parameter, list = '']) => {
    const [row = {}] = parameters[Number(parameter) - 1] as object[]
    const columns = list.split(',').map((column) => /[^" ]+/.exec(column.trim())?.[0] ?? '')
    return [
      ...Object.keys(row)
        .filter((field) => !columns.includes(field))
        .map((field) => `jsonb_to_recordset has no column for ${field} of its rows`),
      ...columns
        .filter((column) => !(column in row))
        .map((column) => `column ${column} of jsonb_to_recordset is no field of its rows`),
    ]
  })
}

const fits = (kinds: readonly Kind[], kind: Kind) =>
  kind === 'any' || kinds.includes('any') || kinds.includes(kind)

function kindOfValue(value: unknown): Kind {
  if (value === null || value === undefined) return 'any'
  if (value instanceof Date) return 'date'
  if (Buffer.isBuffer(value)) return 'bytes'
  if (Array.isArray(value)) return value.length === 0 ? 'any' : arrayKind(value[0])
  return typeof value === 'object' ? 'json' : (typeof value as Kind)
}

const arrayKind = (item: unknown): Kind => {
  const kind = kindOfValue(item)
  return kind === 'json' || kind === 'any' ? 'json' : `${kind}[]`
}

/** By type OID: first what a column of the type arrives as, then what else a parameter may be. */
const kindsOf: Record<number, readonly Kind[]> = {
  16: ['boolean'],
  17: ['bytes'],
  20: ['number'],
  21: ['number'],
  23: ['number'],
  26: ['number'],
  114: ['json', 'any'],
  700: ['number'],
  701: ['number'],
  1000: ['boolean[]'],
  1005: ['number[]'],
  1007: ['number[]'],
  1009: ['string[]'],
  1016: ['number[]'],
  1082: ['date', 'string'],
  1184: ['date', 'string'],
  1185: ['date[]', 'string[]'],
  2278: ['any'],
  2951: ['string[]'],
  3802: ['json', 'any'],
}
