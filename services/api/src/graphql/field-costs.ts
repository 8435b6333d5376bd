import type { GraphQLField } from 'graphql'
import { isListType, isNonNullType } from 'graphql'
import { defaultPageSize, maxPageSize } from '../wire/pagination.ts'
import { daysBetween } from './days-between.ts'

/**
 * Every field is worth one point, and one that asks the database so many: what it costs however
 * little comes back.
 */
export const queryFieldPoints = 100

/**
 * How many things are taken to be in a list that nobody bounds, such as the services of a category.
 */
const usualListLength = 20

/**
 * What is resolved without the database: everything else that has a resolver of its own counts as a
 * question.
 */
const fromTheCatalogue: Record<string, readonly string[]> = {
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
export function isQueryField(
  type: string,
  { name, resolve }: AnyField,
  args: ReadonlySet<string>,
): boolean {
  if (resolve === undefined) return false
  return args.has('disponible_hoy') || !fromTheCatalogue[type]?.includes(name)
}

/**
 * How many there may be of what is below a field: the page that is asked for, the days of a range,
 * else what is usual of a list. A page's own list does not count again.
 */
export function sizeOf(type: string, field: AnyField, args: KnownArgs): number {
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
