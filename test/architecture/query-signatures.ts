import { fileURLToPath } from 'node:url'
import {
  API,
  type Checker,
  SignatureKind,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript/unstable/sync'
import { inRepository, sources } from './sources.ts'

/** What a value is in TypeScript, as far as a column or a parameter can tell. */
export type Kind =
  | 'number'
  | 'string'
  | 'boolean'
  | 'date'
  | 'bytes'
  | 'json'
  | 'any'
  | `${string}[]`

export interface QuerySignature {
  file: string
  name: string
  /** A value of the declared type for each parameter after the connection. */
  samples: unknown[]
  /** The declared row, or null for functions that return no rows of their own. */
  row: Record<string, Kind> | null
}

/** The exported functions of db/src/queries, read from the TypeScript compiler. */
export function querySignatures(): QuerySignature[] {
  const api = new API({ cwd: inRepository('') })
  try {
    const config = inRepository('tsconfig.json')
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects()
    if (!project) throw new Error('the compiler does not open tsconfig.json')
    const { checker, program } = project
    return sources('db/src/queries/**/*.ts').flatMap(({ path }) => {
      const file = program.getSourceFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)))
      const module = file && checker.getSymbolAtLocation(file)
      if (!module) throw new Error(`the compiler does not find ${path}`)
      return checker.getExportsOfModule(module).flatMap((symbol) => {
        // a part of statements
        if (/(Columns?|Condition)$/.test(symbol.name)) return []
        const type = checker.getTypeOfSymbol(symbol)
        const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : []
        if (!signature) return []
        const [, ...parameters] = signature.getParameters()
        return {
          file: path,
          name: symbol.name,
          samples: parameters.map((parameter) =>
            sampleOf(checker, checker.getTypeOfSymbol(parameter) as Type),
          ),
          row: rowOf(checker, checker.getReturnTypeOfSignature(signature) as Type),
        }
      })
    })
  } finally {
    api.close()
  }
}

function rowOf(checker: Checker, type: Type): Record<string, Kind> | null {
  if (type.getSymbol()?.name !== 'PendingQuery') return null
  const [rows] = checker.getTypeArguments(type as TypeReference)
  const [row] = rows && checker.isArrayType(rows) ? typeArguments(checker, rows) : []
  if (!row || checker.typeToString(row) === 'object') return null
  const fields = checker.getPropertiesOfType(row)
  if (fields.length === 0) return null
  return Object.fromEntries(
    fields.map((field) => [field.name, kindOf(checker, checker.getTypeOfSymbol(field) as Type)]),
  )
}

function kindOf(checker: Checker, type: Type): Kind {
  const { flags } = type
  if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return 'any'
  if (flags & (TypeFlags.Number | TypeFlags.NumberLiteral)) return 'number'
  if (flags & (TypeFlags.String | TypeFlags.StringLiteral | TypeFlags.TemplateLiteral))
    return 'string'
  if (flags & (TypeFlags.Boolean | TypeFlags.BooleanLiteral)) return 'boolean'
  if (type.isUnionType()) return kindOf(checker, memberOf(type.getTypes()))
  const name = type.getSymbol()?.name
  if (name === 'Date') return 'date'
  if (name === 'Buffer' || name === 'Uint8Array') return 'bytes'
  const [item] = checker.isArrayType(type) ? typeArguments(checker, type) : []
  const kind = item ? kindOf(checker, item) : 'json'
  return ['number', 'string', 'boolean', 'date'].includes(kind) && item ? `${kind}[]` : 'json'
}

/** A value that the driver sends as one of this type. */
function sampleOf(checker: Checker, type: Type): unknown {
  const kind = kindOf(checker, type)
  if (type.isUnionType()) return sampleOf(checker, memberOf(type.getTypes()))
  if (type.isLiteralType()) return (type as unknown as { value: unknown }).value
  if (kind !== 'json') return samples[kind]
  const [item] = checker.isArrayType(type) ? typeArguments(checker, type) : []
  if (item) return [sampleOf(checker, item)]
  return Object.fromEntries(
    checker
      .getPropertiesOfType(type)
      .map((field) => [field.name, sampleOf(checker, checker.getTypeOfSymbol(field) as Type)]),
  )
}

const samples: Record<string, unknown> = {
  number: 1,
  // the name of a table, for statements that take one
  string: 'bookings',
  boolean: true,
  date: new Date(0),
  bytes: Buffer.alloc(1),
  any: {},
  'number[]': [1],
  'string[]': ['bookings'],
  'boolean[]': [true],
  'date[]': [new Date(0)],
}

/** What a union is apart from null and undefined. */
const memberOf = (types: readonly Type[]): Type =>
  types.find(({ flags }) => !(flags & (TypeFlags.Null | TypeFlags.Undefined))) ?? (types[0] as Type)

const typeArguments = (checker: Checker, type: Type) =>
  checker.getTypeArguments(type as TypeReference)
