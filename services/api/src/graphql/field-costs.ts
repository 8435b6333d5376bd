import { maxReportDays } from '@silla/core'
import { parseDate } from '@silla/slots'
import { defaultEventLimit, defaultPageSize, maxEventLimit, maxPageSize } from '@silla/wire'
import { type GraphQLField, isListType, isNonNullType } from 'graphql'
import type { Operation } from '../operations/operation.ts'
import { rootFields } from './operation-fields.ts'

/** The points of a field that queries the database, however little it returns; others cost 1. */
export const databaseFieldPoints = 100

/** The assumed length of a list without a limit, such as the services of a category. */
const assumedListLength = 20

/** Lists that cannot be long, and their greatest length: a service has at most 9 phases (D34). */
const shortLists: Readonly<Record<string, number>> = { fases: 9 }

/** Lists of an agenda (D69), and their lengths in a busy one: 100 visits of two services each. */
const agendaLists: Readonly<Record<string, number>> = {
  'Agenda.dias': 7,
  'Agenda.reservas': 100,
  'AgendaMes.dias': 31,
  'AgendaDia.cierres': 1,
  'AgendaDia.abierto': 2,
  'AgendaDiaProfesionales.turnos': 2,
  'AgendaReserva.servicios': 2,
  'AgendaRetencion.servicios': 2,
  'AgendaServicio.tramos': 4,
  'AgendaServicio.recursos': 1,
}

/** Links resolved without the database. Every other one queries it. */
const catalogFields: Record<string, readonly string[]> = {
  Query: ['cliente'],
  Servicio: ['profesionales'],
  Categoria: ['servicios'],
  Profesional: ['servicios', 'horario_laboral'],
  ProfesionalDetalle: ['horario_laboral'],
}

/** The arguments of a field whose values are known; an absent argument has no entry. */
export type KnownArgs = Readonly<Record<string, unknown>>

export type AnyField = GraphQLField<unknown, unknown>

/** Whether a field queries the database, given its arguments. */
export function usesDatabase(
  type: string,
  { name, resolve }: AnyField,
  args: readonly string[],
): boolean {
  if (resolve === undefined) return false
  const operation = type === 'Query' ? queries.get(name) : undefined
  return operation === undefined
    ? !catalogFields[type]?.includes(name)
    : readsDatabase(operation, args)
}

const queries = new Map(
  rootFields.flatMap((operation) =>
    operation.rest.method === 'GET' ? [[operation.graphql.field, operation]] : [],
  ),
)

/** A response that is cached follows from the catalogue. */
function readsDatabase({ cached }: Operation, args: readonly string[]): boolean {
  if (cached?.when === undefined) return cached === undefined
  return cached.exceptWith?.some((name) => args.includes(name)) ?? true
}

/**
 * How many items a field may return: the page size, the days of a range, or the assumed length of a
 * list. The `items` of a page are already counted by its page size.
 */
export function listSize(type: string, field: AnyField, args: KnownArgs): number {
  if (field.args.some(({ name }) => name === 'page_size')) return pageSizeOf(args.page_size)
  if (field.args.some(({ name }) => name === 'limite')) return limitOf(args.limite)
  if (field.name === 'dias' && field.args.length > 0) {
    // dividing lines between people takes longer than a query
    const itemsPerDay = 'lineas' in args ? databaseFieldPoints : 1
    return rangeDays(args.desde, args.hasta) * itemsPerDay
  }
  if (field.name === 'filas') return maxReportDays
  const knownLength = agendaLists[`${type}.${field.name}`] ?? shortLists[field.name]
  if (knownLength !== undefined) return knownLength
  const returned = isNonNullType(field.type) ? field.type.ofType : field.type
  return isListType(returned) && !type.startsWith('Pagina') ? assumedListLength : 1
}

/** An invalid page size counts as the largest; the resolver rejects it. */
function pageSizeOf(value: unknown): number {
  if (value === undefined || value === null) return defaultPageSize
  return typeof value === 'number' && value >= 1 && value <= maxPageSize
    ? Math.ceil(value)
    : maxPageSize
}

/** The same for events. */
function limitOf(value: unknown): number {
  if (value === undefined || value === null) return defaultEventLimit
  return typeof value === 'number' && value >= 1 && value <= maxEventLimit ? value : maxEventLimit
}

/** A range without a last day is 31 days long (api.md); the longest valid range has 93. */
const defaultRangeDays = 31
const maxRangeDays = 93

/** The length of a range. With an invalid date it counts as the longest; the resolver fails. */
function rangeDays(from: unknown, to: unknown): number {
  if (to === undefined || to === null) return defaultRangeDays
  const first = toDay(from)
  const last = toDay(to)
  if (first === null || last === null) return maxRangeDays
  return Math.min(Math.max(last - first + 1, 1), maxRangeDays)
}

const toDay = (text: unknown) => (typeof text === 'string' ? parseDate(text) : null)
