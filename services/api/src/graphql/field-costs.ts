import { parseDate } from '@silla/slots'
import { type GraphQLField, isListType, isNonNullType } from 'graphql'
import { defaultPageSize, maxPageSize } from '../wire/pagination.ts'

/**
 * Every field is worth one point, and one that asks the database so many: what it costs however
 * little comes back.
 */
export const databaseFieldPoints = 100

/**
 * How many things are taken to be in a list that nobody bounds, such as the services of a category.
 */
const usualListLength = 20

/**
 * What is resolved without the database: everything else that has a resolver of its own counts as a
 * question.
 */
const catalogFields: Record<string, readonly string[]> = {
  Query: [
    'negocio',
    'horarios',
    'festivos',
    'categorias',
    'servicios',
    'servicio',
    'peluqueros',
    'peluquero',
    'paquetes_puntos',
    'cliente',
  ],
  Servicio: ['profesionales'],
  Categoria: ['servicios'],
  Profesional: ['servicios', 'horario_laboral'],
  ProfesionalDetalle: ['horario_laboral'],
}

/** Arguments as far as they are known; one that is left out is not there. */
export type KnownArgs = Readonly<Record<string, unknown>>

export type AnyField = GraphQLField<unknown, unknown>

/** Whether a field goes to the database, given its arguments. */
export function usesDatabase(
  type: string,
  { name, resolve }: AnyField,
  args: ReadonlySet<string>,
): boolean {
  if (resolve === undefined) return false
  return args.has('disponible_hoy') || !catalogFields[type]?.includes(name)
}

/**
 * How many there may be of what is below a field: the page that is asked for, the days of a range,
 * else what is usual of a list. A page's own list does not count again.
 */
export function listSize(type: string, field: AnyField, args: KnownArgs): number {
  if (field.args.some(({ name }) => name === 'page_size')) return pageSizeOf(args.page_size)
  if (field.name === 'dias' && field.args.length > 0) return daysBetween(args.desde, args.hasta)
  const returned = isNonNullType(field.type) ? field.type.ofType : field.type
  return isListType(returned) && !type.startsWith('Pagina') ? usualListLength : 1
}

/** What is no page size is refused later. */
function pageSizeOf(requested: unknown): number {
  if (requested === undefined || requested === null) return defaultPageSize
  return typeof requested === 'number' && requested >= 1 && requested <= maxPageSize
    ? Math.ceil(requested)
    : maxPageSize
}

/** A range without a last day is 31 days long (api.md), and none may be longer than so many. */
const usualDays = 31
const daysAtMost = 93

/** How many days a range has, as far as its ends say; what is no date is refused later. */
function daysBetween(from: unknown, to: unknown): number {
  if (to === undefined || to === null) return usualDays
  const first = dayOf(from)
  const last = dayOf(to)
  if (first === null || last === null) return daysAtMost
  return Math.min(Math.max(last - first + 1, 1), daysAtMost)
}

const dayOf = (text: unknown) => (typeof text === 'string' ? parseDate(text) : null)
