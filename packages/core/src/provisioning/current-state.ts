import {
  type businessQueries,
  catalogQueries,
  salonStateQueries,
  type Tx,
  takeAllRows,
} from '@silla/db'
import { ordered, orderedText, schedules, weekFrom } from '../catalog/mappers.ts'
import { mapInSlices, openSlices, type Slices } from '../slices.ts'
import type { Salon } from './salon.ts'

/** The lists of a salon whose entries have handles, and become inactive rather than deleted. */
export type EntryList =
  | 'categories'
  | 'resourceTypes'
  | 'services'
  | 'professionals'
  | 'products'
  | 'pointsPackages'

/** A salon as the database holds it, with the rows that its handles stand for. */
export interface CurrentState {
  salon: Salon
  /** The entries that are inactive, with what they had when they became so. */
  inactive: Pick<Salon, EntryList>
  categories: Stored
  resourceTypes: Stored
  /** Of all resource types, inactive ones too. */
  resourceUnits: salonStateQueries.ResourceUnit[]
  services: Stored
  professionals: Stored
  products: Stored
  pointsPackages: Stored
}

/** By handle, inactive rows too. */
export type Stored = ReadonlyMap<string, StoredEntry>

interface StoredEntry {
  id: number
  position: number
  active: boolean
}

/** @throws Error when there is no such key: no row is ever written with an id of another */
export function requireEntry<Value>(entries: ReadonlyMap<string, Value>, key: string): Value {
  const entry = entries.get(key)
  if (entry === undefined) throw new Error(`nothing is stored for ${key}`)
  return entry
}

/**
 * Reads one salon whole, in slices; what is inactive is no part of the salon.
 * @param business what the registry knows of it
 */
export async function currentState(
  tx: Tx,
  business: Pick<businessQueries.RegisteredBusiness, 'slug' | 'mode' | 'rates'>,
): Promise<CurrentState> {
  const [
    [profile],
    [settings],
    openings,
    closings,
    categories,
    resourceTypes,
    resourceUnits,
    needs,
    services,
    professionals,
    offered,
    ownTerms,
    shifts,
    exceptions,
    products,
    packages,
  ] = await takeAllRows([
    catalogQueries.findProfile(tx),
    catalogQueries.findSettings(tx),
    catalogQueries.listOpeningHours(tx),
    catalogQueries.listClosingDays(tx),
    salonStateQueries.categoriesWithHandles(tx),
    salonStateQueries.resourceTypesWithHandles(tx),
    salonStateQueries.listResourceUnits(tx),
    catalogQueries.listNeededResourceTypes(tx),
    salonStateQueries.servicesWithHandles(tx),
    salonStateQueries.professionalsWithHandles(tx),
    catalogQueries.listServicesOfProfessionals(tx),
    catalogQueries.listOwnTerms(tx),
    catalogQueries.listWeeklyShifts(tx),
    catalogQueries.listScheduleExceptions(tx),
    salonStateQueries.productsWithHandles(tx),
    salonStateQueries.packagesWithHandles(tx),
  ])
  if (!profile || !settings)
    throw new Error(`business ${tx.businessId} is registered but has no profile`)
  const slices = openSlices()
  await slices.pause()
  const { id: businessId, catalogVersion, ...ownProfile } = ordered.profile(profile)
  const categoryHandles = new Map(categories.map(({ id, handle }) => [id, handle]))
  const categoryHandle = (id: number) => categoryHandles.get(id) ?? ''
  const serviceHandles = new Map(services.map(({ id, handle }) => [id, handle]))
  const activeTypes = resourceTypes.filter(isActive)
  const unitsOf = Map.groupBy(resourceUnits.filter(isActive), (unit) => unit.resourceTypeId)
  const needsOf = Map.groupBy(needs, ({ serviceId }) => serviceId)
  const servicesOf = new Map(offered.map((row) => [row.professionalId, row.serviceIds]))
  const ownTermsOf = new Map(ownTerms.map((row) => [row.professionalId, row.ownTerms]))
  await slices.pause()
  const withSchedule = schedules(shifts, exceptions)
  const lists = {
    categories: await split(slices, categories, ({ id, ...row }) => ordered.category(row)),
    resourceTypes: await split(slices, resourceTypes, ({ id, ...row }) => ({
      ...ordered.resourceType(row),
      count: unitsOf.get(id)?.length ?? 0,
    })),
    services: await split(slices, services, ({ id, categoryId, ...row }) => {
      const typeIds = new Set((needsOf.get(id) ?? []).map((need) => need.resourceTypeId))
      const needed = activeTypes.filter((type) => typeIds.has(type.id))
      return {
        ...ordered.service(row),
        categoryHandle: categoryHandle(categoryId),
        resourceTypeHandles: needed.map(({ handle }) => handle),
      }
    }),
    professionals: await split(slices, professionals, (row) => {
      const { id, ...professional } = withSchedule(row)
      return {
        ...professional,
        serviceHandles: (servicesOf.get(id) ?? []).map((one) => serviceHandles.get(one) ?? ''),
        ownTerms: (ownTermsOf.get(id) ?? []).map(({ serviceId, ...terms }) => ({
          serviceHandle: serviceHandles.get(serviceId) ?? '',
          ...terms,
        })),
      }
    }),
    products: await split(slices, products, ({ id, categoryId, ...row }) => ({
      ...ordered.product(row),
      categoryHandle: categoryHandle(categoryId),
    })),
    pointsPackages: await split(slices, packages, ({ id, ...row }) => ordered.pointsPackage(row)),
  }
  const salon: Salon = {
    slug: business.slug,
    mode: business.mode,
    profile: ownProfile,
    settings,
    rates: business.rates,
    openings: weekFrom(openings),
    closings: closings.map((row) => ({ ...row, reason: orderedText(row.reason) })),
    ...listsOf(lists, 'active'),
  }
  return {
    salon,
    inactive: listsOf(lists, 'inactive'),
    categories: await byHandle(slices, categories),
    resourceTypes: await byHandle(slices, resourceTypes),
    resourceUnits,
    services: await byHandle(slices, services),
    professionals: await byHandle(slices, professionals),
    products: await byHandle(slices, products),
    pointsPackages: await byHandle(slices, packages),
  }
}

const isActive = ({ active }: { active: boolean }) => active

/** The entries of a list, in order, by whether they are active. */
async function split<Row extends salonStateQueries.EntryState, Item>(
  slices: Slices,
  rows: readonly Row[],
  itemOf: (row: Omit<Row, 'position' | 'active'>) => Item,
): Promise<{ active: Item[]; inactive: Item[] }> {
  const items = (wanted: boolean) =>
    mapInSlices(
      slices,
      rows.filter(({ active }) => active === wanted),
      ({ position, active, ...row }) => itemOf(row),
    )
  return { active: await items(true), inactive: await items(false) }
}

const listsOf = <Lists extends Record<string, { active: unknown; inactive: unknown }>>(
  lists: Lists,
  which: 'active' | 'inactive',
) =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list[which]])) as {
    [Name in keyof Lists]: Lists[Name]['active']
  }

async function byHandle(
  slices: Slices,
  rows: readonly (salonStateQueries.EntryState & { id: number })[],
): Promise<Stored> {
  return new Map(
    await mapInSlices(slices, rows, ({ handle, id, position, active }): [string, StoredEntry] => [
      handle,
      { id, position, active },
    ]),
  )
}
