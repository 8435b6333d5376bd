import type { Page } from '@silla/wire'
import { pageSchema, ref, serializePagination } from '@silla/wire'
import type { Static, TSchema } from 'typebox'

/** What an operation returns, in REST and in GraphQL. */
export interface ResultParts<Data, Paged extends boolean> {
  /** The data in the envelope. */
  schema: TSchema
  /** The name of the GraphQL type. */
  type: string
  /** The type of the items of a page; null: it is no page. */
  itemType: string | null
  isPaged: Paged
  /** Only for the types. */
  data?: Data
}

/** A component: a schema with an `$id`. */
export const one = <T extends TSchema>(schema: T): ResultParts<Static<T>, false> => ({
  schema: ref(schema),
  type: nameOf(schema),
  itemType: null,
  isPaged: false,
})

/** Pages of a list (D6). */
export const pages = <T extends TSchema>(
  item: T,
  { type, order }: { type: string; order: string },
): ResultParts<PageData<Static<T>>, true> => ({
  schema: pageSchema(ref(item), order),
  type,
  itemType: nameOf(item),
  isPaged: true,
})

interface PageData<Item> {
  items: Item[]
  pagination: ReturnType<typeof serializePagination>
}

/** The data of one page. */
export const pageOf = <Item>(items: Item[], total: number, page: Page): PageData<Item> => ({
  items,
  pagination: serializePagination(total, page),
})

const nameOf = (schema: TSchema): string => (schema as { $id?: string }).$id ?? ''
