import { fail } from '@silla/errors'
import { type Static, type TSchema, Type } from 'typebox'
import { type Params, singleValue, toInteger } from './params.ts'
import { closed, count, flag, ref } from './schema.ts'

export const defaultPageSize = 20
export const maxPageSize = 100

export const PaginationWire = closed(
  {
    page: Type.Integer({ minimum: 1, description: 'This page, from 1' }),
    page_size: Type.Integer({
      minimum: 1,
      maximum: maxPageSize,
      description: 'Items on a full page',
    }),
    total_items: count('Items on all pages'),
    total_pages: count('Number of pages; 0 when the list is empty'),
    has_next: flag('A later page has items'),
    has_prev: flag('There is an earlier page'),
  },
  { $id: 'Paginacion', description: 'The position of this page among all pages' },
)

/** The field that a list has when it is requested in pages. */
export const paginationField = {
  pagination: Type.Optional(ref(PaginationWire)),
}

export interface Page {
  page: number
  pageSize: number
}

/** The requested page, or null for the whole list (D6); INVALID_PAGINATION outside the limits. */
export function parsePage(params: Params): Page | null {
  const page = singleValue(params, 'page')
  const pageSize = singleValue(params, 'page_size')
  if (page === null && pageSize === null) return null
  return {
    page: parsePageNumber(page ?? 1, Number.MAX_SAFE_INTEGER),
    pageSize: parsePageNumber(pageSize ?? defaultPageSize, maxPageSize),
  }
}

/** The requested page, or the first one: for lists that always have pages (D6). */
export const parsePageOrFirst = (params: Params): Page =>
  parsePage(params) ?? { page: 1, pageSize: defaultPageSize }

/** A page as the offset and limit of a database query. */
export const offsetAndLimit = ({ page, pageSize }: Page) => ({
  offset: (page - 1) * pageSize,
  limit: pageSize,
})

/**
 * The items of the page, and the `pagination` to spread into the response: empty when the whole
 * list was requested.
 */
export function takePage<T>(
  items: readonly T[],
  requested: Page | null,
): { items: readonly T[]; pagination: Paginated } {
  if (requested === null) return { items, pagination: {} }
  const { offset, limit } = offsetAndLimit(requested)
  return {
    items: items.slice(offset, offset + limit),
    pagination: { pagination: serializePagination(items.length, requested) },
  }
}

/** The pagination fields of a page whose items were loaded without the rest of the list. */
export function serializePagination(total: number, { page, pageSize }: Page) {
  const totalPages = Math.ceil(total / pageSize)
  return {
    page,
    page_size: pageSize,
    total_items: total,
    total_pages: totalPages,
    has_next: page < totalPages,
    has_prev: page > 1,
  } satisfies Static<typeof PaginationWire>
}

/** The schema of a list that always has pages (D6). */
export const pageSchema = <Item extends TSchema>(item: Item, description: string) =>
  closed({ items: Type.Array(item, { description }), pagination: ref(PaginationWire) })

type Paginated = { pagination?: Static<typeof PaginationWire> }

function parsePageNumber(value: unknown, max: number): number {
  const number = toInteger(value) ?? 0
  return number >= 1 && number <= max ? number : fail('INVALID_PAGINATION')
}
