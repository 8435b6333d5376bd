import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { restEquivalents } from '../spec/contract/rest-equivalents.ts'
import type { Random } from '../support/random.ts'
import { type ChooseCaller, callerOf } from './callers.ts'
import type { FuzzRequest } from './request.ts'
import { type Generate, moveKeyToUrl } from './rest-requests.ts'
import {
  openValues,
  presenceOf,
  type Subject,
  settingSubject,
  timesOfDay,
  type Values,
} from './values.ts'

/** Generates queries and mutations of a schema, with variables or values in the text. */
export function graphqlRequests(schema: GraphQLSchema, chooseCaller: ChooseCaller): Generate {
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {})
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})

  return async (salon, random, now) => {
    const isMutation = random.chance(0.4)
    const fields = isMutation
      ? [random.weighted(mutations.map((one) => [weightOf[one.name] ?? 1, one] as const))]
      : Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(queries))
    const name = fields[0]?.name ?? ''
    const rest = restEquivalents[`${isMutation ? 'Mutation' : 'Query'}.${name}`] ?? ''
    const values = openValues(salon, subjectOf(name, rest, random), random, now)
    const operation = openOperation(isMutation ? 'mutation' : 'query', values, random)
    const text = operation.textOf(fields)
    const caller = callerOf(rest, random)
    const request: FuzzRequest = {
      source: `${isMutation ? 'mutation' : 'query'} ${fields.map(({ name }) => name).join(' ')}`,
      method: 'POST',
      path: '/api/v1/graphql',
      query: [],
      headers: [
        ...(await chooseCaller(salon, caller, random)),
        ['Content-Type', 'application/json'],
      ],
      body: { json: { query: text, variables: operation.variables } },
    }
    if (random.chance(isMutation ? 0.05 : 0.25)) sendWithGet(request, random)
    if (isMutation && random.chance(0.3))
      request.headers.push(['Idempotency-Key', String(values.byName('idempotency-key'))])
    return request
  }
}

/** Sends the fields of the body as parameters. */
function sendWithGet(request: FuzzRequest, random: Random): void {
  const { query, variables } = (request.body as { json: { query: string; variables: object } }).json
  request.method = 'GET'
  request.query = [
    ['query', encodeURIComponent(query)],
    ['variables', encodeURIComponent(JSON.stringify(variables))],
  ]
  request.headers = request.headers.filter(([name]) => name !== 'Content-Type')
  request.body = null
  if (random.chance(0.5)) moveKeyToUrl(request)
}

/** How often a mutation is chosen; 1 by default. */
const weightOf: Record<string, number> = {
  crear_reserva: 4,
  crear_intent: 2,
  confirmar_pago: 2,
  registro: 0.3,
  login: 0.8,
  verificar_otp: 2,
  borrar_perfil: 0.1,
  actualizar_reglas: 0.3,
  actualizar_horarios: 0.3,
}

function subjectOf(field: string, operation: string, random: Random): Subject {
  const [, part] = /\/ajustes\/(\w+)/.exec(operation) ?? []
  if (part !== undefined) return settingSubject(part)
  if (operation.includes('/clientes/')) return 'customer'
  if (operation.includes('/personal/')) return 'person'
  if (/pago|intent/.test(field)) return random.pick(['booking', 'booking', 'order', 'package'])
  if (/pedido/.test(field)) return 'order'
  if (/retencion/.test(field)) return 'hold'
  if (/otp|registro|login|sesion/.test(field)) return 'sign-in'
  if (/^servicio/.test(field)) return 'service'
  return /^peluquero/.test(field) ? 'professional' : 'booking'
}

const maxDepth = 4

function openOperation(kind: string, values: Values, random: Random) {
  const variables: Record<string, unknown> = {}
  const declarations: string[] = []

  return {
    variables,
    textOf(fields: GraphQLField<unknown, unknown>[]): string {
      // a field may occur twice, then under an alias
      const selected = fields.map((field, index) => {
        const isRepeated = fields.indexOf(field) < index
        return `${isRepeated ? `otra${index}: ` : ''}${selection(field, 1)}`
      })
      const declared = declarations.length > 0 ? `(${declarations.join(', ')})` : ''
      return `${kind} ${declared} { ${selected.join(' ')} }`
    },
  }

  function selection({ name, args, type }: GraphQLField<unknown, unknown>, depth: number): string {
    const given = args.filter((arg) => isNonNullType(arg.type) || random.chance(0.4))
    const list = given.map((arg) => `${arg.name}: ${argument(arg)}`)
    return `${name}${list.length > 0 ? `(${list.join(', ')})` : ''}${fieldsOf(type, depth)}`
  }

  function fieldsOf(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type)
    if (!isObjectType(named)) return ''
    const all = Object.values(named.getFields())
    const isLeaf = (field: GraphQLField<unknown, unknown>) =>
      !isObjectType(getNamedType(field.type))
    const usable = depth < maxDepth ? all : all.filter(isLeaf)
    const chosen = usable.filter((field) =>
      // what later requests need is always selected
      wanted.has(field.name) && isLeaf(field) ? true : random.chance(isLeaf(field) ? 0.5 : 0.35),
    )
    const fields = chosen.map((field) => selection(field, depth + 1))
    return ` { ${[...fields, '__typename'].join(' ')} }`
  }

  function argument({ name, type }: GraphQLArgument): string {
    const value = inputValue(name, type)
    if (random.chance(0.25)) return literal(value)
    const variable = `${name}${declarations.length}`
    declarations.push(`$${variable}: ${type}`)
    variables[variable] = value
    return `$${variable}`
  }

  function inputValue(name: string, type: GraphQLInputType): unknown {
    const nullable = isNonNullType(type) ? type.ofType : type
    const known = values.byName(name)
    if (isListType(nullable)) {
      if (Array.isArray(known)) return known
      const length = random.integer(1, 2)
      return Array.from({ length }, () => inputValue(name, nullable.ofType))
    }
    if (isInputObjectType(nullable)) {
      return Object.fromEntries(
        Object.values(nullable.getFields())
          .filter(({ name, type }) => isNonNullType(type) || random.chance(presenceOf(name)))
          .map((field) => [field.name, inputValue(field.name, field.type)]),
      )
    }
    const scalar = nullable.toString()
    if (scalar === 'Hora' && name in timesOfDay) return timesOfDay[name]
    if (known !== undefined && !Array.isArray(known)) return known
    if (scalar === 'Boolean') return random.chance(0.5)
    return scalar === 'String' ? 'texto' : random.integer(1, 20)
  }
}

const wanted = new Set([
  'id',
  'codigo',
  'fecha',
  'hora_inicio',
  'total_centimos',
  'a_pagar_ahora',
  'payment_intent_id',
  'otp_id',
  'access_token',
  'refresh_token',
  'disponible',
])

/** A value in GraphQL's notation. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`)
  return `{ ${fields.join(', ')} }`
}
