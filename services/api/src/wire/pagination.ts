import { fail } from '@silla/errors'
import { type Static, type TSchema, Type } from 'typebox'
import { type Params, parseText } from './params.ts'
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
    total_pages: count('Pages; 0 when there is nothing'),
    has_next: flag('A later page has items'),
    has_prev: flag('There is an earlier page'),
  },
  { $id: 'Paginacion', description: 'Where this page stands among all' },
)

/** The field that a paged list gains. */
export const paginationField = {
  pagination: Type.Optional(ref(PaginationWire)),
}

export interface Page {
  page: number
  pageSize: number
}

/** The page asked for, or null for the whole list (D6); INVALID_PAGINATION outside the limits. */
export function parsePage(query: Params): Page | null {
  const page = parseText(query, 'page')
  const pageSize = parseText(query, 'page_size')
  if (page === null && pageSize === null) return null
  return {
    page: parsePageNumber(page ?? '1', Number.MAX_SAFE_INTEGER),
    pageSize: parsePageNumber(pageSize ?? String(defaultPageSize), maxPageSize),
  }
}

/** The page asked for, else the first one: for the lists that are always paged (D6). */
export const parsePageOrFirst = (query: Params): Page =>
  parsePage(query) ?? { page: 1, pageSize: defaultPageSize }

/** The rows of a page, as the books count them. */
export const offsetAndLimit = ({ page, pageSize }: Page) => ({
  offset: (page - 1) * pageSize,
  limit: pageSize,
})

/**
 * The items of the page, and the `pagination` to spread into the answer: nothing when the whole
 * list was asked for.
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

/** Where a page stands among all, when only the page was read. */
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

/** The shape of a list that is always paged (D6). */
export const pageSchema = <Item extends TSchema>(item: Item, description: string) =>
  closed({ items: Type.Array(item, { description }), pagination: ref(PaginationWire) })

type Paginated = { pagination?: Static<typeof PaginationWire> }

function parsePageNumber(text: string, largest: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= largest ? number : fail('INVALID_PAGINATION')
}
