import type { Catalog, Category } from '@silla/core'
import { type Static, Type } from 'typebox'
import { imageUrlOrNull, type Locale, localize } from './localize.ts'
import { type Page, paginationField, takePage } from './pagination.ts'
import { type Params, parseEnum } from './params.ts'
import { closed, count, identifier, nullable, ref, text } from './schema.ts'

const kinds = { servicio: 'service', producto: 'product' } as const
export type CategoryKind = keyof typeof kinds
export const categoryKinds = Object.keys(kinds) as CategoryKind[]

export const CategoryWire = closed(
  {
    id: identifier('The category'),
    nombre: text('Name, in the requested language'),
    descripcion: text('Description, in the requested language'),
    imagen_url: nullable(text('Address of the image, null when there is none')),
    orden: count('Position in the list, from 1'),
    servicios_count: count('Number of active items'),
  },
  { $id: 'Categoria', description: 'A category of services or of products' },
)

export const CategoriesWire = closed({
  categorias: Type.Array(ref(CategoryWire), { description: 'In display order' }),
  ...paginationField,
})

/** The kind of categories to list; services by default (D7b). */
export const parseCategoryKind = (params: Params): CategoryKind =>
  parseEnum(params, 'tipo', categoryKinds) ?? 'servicio'

/** The categories of one kind. */
export function serializeCategories(
  catalog: Catalog,
  kind: CategoryKind,
  page: Page | null,
  locale: Locale,
) {
  const ofKind = catalog.categories.filter((category) => category.kind === kinds[kind])
  const { items, pagination } = takePage(ofKind, page)
  return {
    categorias: items.map((category) =>
      serializeCategory(category, ofKind.indexOf(category) + 1, catalog, locale),
    ),
    ...pagination,
  } satisfies Static<typeof CategoriesWire>
}

const itemsOf = (catalog: Catalog, kind: Category['kind']): readonly { categoryId: number }[] =>
  kind === 'product' ? catalog.products : catalog.services

const serializeCategory = (
  category: Category,
  position: number,
  catalog: Catalog,
  locale: Locale,
) =>
  ({
    id: category.id,
    nombre: localize(category.name, locale),
    descripcion: localize(category.description, locale),
    imagen_url: imageUrlOrNull(category.imageUrl, locale),
    orden: position,
    servicios_count: itemsOf(catalog, category.kind).filter(
      ({ categoryId }) => categoryId === category.id,
    ).length,
  }) satisfies Static<typeof CategoryWire>
