import type { salonStateQueries } from '@silla/db'
import { type Code, fail } from '@silla/errors'
import type { CurrentState, EntryList } from '../provisioning/current-state.ts'
import { entriesOf, parseFields, serializeFields } from '../provisioning/fields.ts'
import type { Salon } from '../provisioning/salon.ts'
import {
  parseCategories,
  parsePackages,
  parseProducts,
  parseResources,
  parseServices,
} from '../provisioning/salon-file/parse/catalog.ts'
import type { ParseContext } from '../provisioning/salon-file/parse/values.ts'
import { textIn } from '../provisioning/salon-file/serialize/values.ts'
import { checked, failSetting } from './problems.ts'
import { settingFields } from './setting-fields.ts'

/** An entry of a list by its properties. */
export type Item = { handle: string } & Record<string, unknown>

/** What differs between the lists of a salon. */
export interface EntryParts {
  table: salonStateQueries.HandleTable
  notFound: Code
  /** For the handle of an entry whose name has no Latin letters. */
  word: string
  /** @throws VALIDATION_ERROR */
  check(item: Item, state: CurrentState, names: Record<string, string>): Item
  /** What a change is laid over, from what is stored. */
  stored?(item: Item): Item
  /** Whether another active entry needs it. */
  isUsed?(salon: Salon, handle: string): boolean
  /** Refuses a change that others do not bear. @throws VALIDATION_ERROR, SETTING_IN_USE */
  assertUse?(before: Salon, after: Salon, item: Item, names: Record<string, string>): void
}

type Section = Record<string, never>

/** The checks of the salon file, with the entry as it would be there. */
const byFile =
  (list: EntryList, parse: (section: Section, salon: Salon, context: ParseContext) => unknown[]) =>
  (item: Item, { salon }: CurrentState, names: Record<string, string>): Item => {
    const fields = settingFields[list]
    const entry = serializeFields(fields as never, item as never, textIn(null))
    const section = { [item.handle]: entry } as Section
    const [parsed] = checked(salon.settings.mainLanguage, fieldsByKey(fields, names), (context) =>
      parse(section, salon, context),
    )
    return parsed as Item
  }

/** The name of the field in a request, by its key in the salon file. */
export const fieldsByKey = (fields: object, names: Record<string, string>) => {
  const byKey = new Map(entriesOf(fields).map(([property, { key }]) => [key, names[property]]))
  return (key: string): string | undefined => byKey.get(key)
}

export const entryParts: Record<EntryList, EntryParts> = {
  categories: {
    table: 'categories',
    notFound: 'CATEGORY_NOT_FOUND',
    word: 'category',
    check: byFile('categories', (section, _, context) => parseCategories(section, context)),
    isUsed: ({ services, products }, handle) =>
      [...services, ...products].some(({ categoryHandle }) => categoryHandle === handle),
    assertUse(before, after, { handle, kind }) {
      const earlier = before.categories.find((category) => category.handle === handle)
      const isUsed = [...after.services, ...after.products].some(
        ({ categoryHandle }) => categoryHandle === handle,
      )
      if (earlier !== undefined && earlier.kind !== kind && isUsed) fail('SETTING_IN_USE')
    },
  },
  resourceTypes: {
    table: 'resource_types',
    notFound: 'RESOURCE_NOT_FOUND',
    word: 'resource',
    check: byFile('resourceTypes', (section, _, context) => parseResources(section, context)),
    isUsed: ({ services }, handle) =>
      services.some(({ resourceTypeHandles }) => resourceTypeHandles.includes(handle)),
  },
  services: {
    table: 'services',
    notFound: 'SERVICE_NOT_FOUND',
    word: 'service',
    check(item, state, names) {
      const phases = item.phases as number[] | undefined
      if (phases?.length === 1 && phases[0] !== item.durationMinutes)
        failSetting(names.phases ?? 'phases', 'bad_phases')
      return byFile('services', parseServices)(
        phases?.length ? item : { ...item, phases: [item.durationMinutes] },
        state,
        names,
      )
    },
    // unbroken work is as long as the service
    stored: (item) => ((item.phases as number[]).length === 1 ? { ...item, phases: [] } : item),
    // as the salon file: a duration of one's own needs phases of one's own where the service has a wait
    assertUse({ professionals }, _, { handle, phases, durationMinutes }, names) {
      if ((phases as number[]).length === 1) return
      const lacksPhases = professionals.some(({ ownTerms }) =>
        ownTerms.some(
          (own) =>
            own.serviceHandle === handle &&
            own.phases === null &&
            own.durationMinutes !== null &&
            own.durationMinutes !== durationMinutes,
        ),
      )
      if (lacksPhases) failSetting(names.phases ?? 'phases', 'own_duration')
    },
  },
  professionals: {
    table: 'professionals',
    notFound: 'PROFESSIONAL_NOT_FOUND',
    word: 'professional',
    // what they offer and when are settings of their own
    check(
      { serviceHandles = [], ownTerms = [], shifts = [], exceptions = [], ...item },
      { salon },
      names,
    ) {
      const entry = serializeFields(settingFields.professionals, item as never, textIn(null))
      const own = checked(
        salon.settings.mainLanguage,
        fieldsByKey(settingFields.professionals, names),
        (context) => parseFields(settingFields.professionals, entry, {}, [], context),
      )
      return { handle: item.handle, ...own, serviceHandles, ownTerms, shifts, exceptions }
    },
  },
  products: {
    table: 'products',
    notFound: 'PRODUCT_NOT_FOUND',
    word: 'product',
    check: byFile('products', (section, { categories }, context) =>
      parseProducts(section, categories, context),
    ),
  },
  pointsPackages: {
    table: 'points_packages',
    notFound: 'PACKAGE_NOT_FOUND',
    word: 'package',
    check: byFile('pointsPackages', (section, _, context) => parsePackages(section, context)),
  },
}
