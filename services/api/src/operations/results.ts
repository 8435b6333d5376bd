import {
  type Page,
  type Params,
  pageSchema,
  parsePage,
  parsePageOrFirst,
  ref,
  serializePagination,
  type ToWrite,
} from '@silla/wire'
import type { Static, TSchema } from 'typebox'

/** What an operation returns, in REST and in GraphQL. */
export interface ResultParts<Data, PageInput> {
  /** The data in the envelope. */
  schema: TSchema
  /** The GraphQL type. */
  type: string
  /** The type of the items of its pages; null: `type` has no pages. */
  itemType: string | null
  /** Whether `page` and `page_size` are parameters of REST. */
  isPaged: boolean
  /** The page that is requested; INVALID_PAGINATION. */
  pageOf(params: Params, caller: Interface): PageInput
  /** The value of the GraphQL field, from the data in the envelope. */
  inGraphql(data: Data): unknown
}

type Interface = 'rest' | 'graphql'

/** A component: a schema with an `$id`. */
export const one = <T extends TSchema>(schema: T): ResultParts<Static<T>, undefined> => ({
  schema: ref(schema),
  type: nameOf(schema),
  itemType: null,
  isPaged: false,
  pageOf: () => undefined,
  inGraphql: (data) => data,
})

/** A schema without a name, which is no GraphQL type. */
export const unnamed = <T extends TSchema>(
  schema: T,
): ResultParts<ToWrite<Static<T>>, undefined> => ({
  schema,
  type: '',
  itemType: null,
  isPaged: false,
  pageOf: () => undefined,
  inGraphql: (data) => data,
})

/** Pages of a list (D6). */
export const pages = <T extends TSchema>(
  item: T,
  { type, order }: { type: string; order: string },
): ResultParts<PageData<Static<T>>, Page> => ({
  schema: pageSchema(ref(item), order),
  type,
  itemType: nameOf(item),
  isPaged: true,
  pageOf: parsePageOrFirst,
  inGraphql: (data) => data,
})

/**
 * A list that REST returns as a whole, or in pages where they are requested (D6). GraphQL returns pages
 * of this type, or all items without one.
 *
 * @param items the field of the list
 */
export const list = <T extends TSchema>(
  schema: T,
  { items, type }: { items: keyof Static<T> & string; type?: string },
): ResultParts<ToWrite<Static<T>>, Page | null> => {
  const itemType = itemTypeOf(schema, items)
  const isPagedInGraphql = type !== undefined
  return {
    schema,
    type: type ?? `[${itemType}!]`,
    itemType: isPagedInGraphql ? itemType : null,
    isPaged: true,
    pageOf(params, caller) {
      if (caller === 'rest') return parsePage(params)
      return isPagedInGraphql ? parsePageOrFirst(params) : null
    },
    inGraphql(data) {
      const fields = data as Record<string, unknown>
      return isPagedInGraphql
        ? { items: fields[items], pagination: fields.pagination }
        : fields[items]
    },
  }
}

interface PageData<Item> {
  items: Item[]
  pagination: ReturnType<typeof serializePagination>
}

/** The data of one page. */
export const pageOf = <Item>(items: Item[], total: number, page: Page): PageData<Item> => ({
  items,
  pagination: serializePagination(total, page),
})

/** The GraphQL type of a component. */
export const nameOf = (schema: TSchema): string => (schema as { $id?: string }).$id ?? ''

const itemTypeOf = (schema: TSchema, items: string): string =>
  ((schema as ListSchema).properties[items]?.items.$ref ?? '').replace(/#$/, '')

interface ListSchema {
  properties: Record<string, { items: { $ref: string } } | undefined>
}
