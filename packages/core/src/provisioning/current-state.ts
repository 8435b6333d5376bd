import { type businessQueries, catalogQueries, salonStateQueries, type Tx } from '@silla/db'
import { ordered, orderedText, ownTermsIn, schedules, weekFrom } from '../catalog/mappers.ts'
import type { FiledDays } from './filed-days.ts'
import type { Salon } from './salon.ts'

/** A salon as the database holds it, with the rows that its handles stand for. */
export interface CurrentState {
  salon: Salon
  categories: Stored
  resourceTypes: Stored
  /** Of all resource types, inactive ones too. */
  resourceUnits: salonStateQueries.ResourceUnit[]
  services: Stored
  professionals: Stored
  products: Stored
  pointsPackages: Stored
  /** Null: no file has been applied since this is stored. */
  filedDays: FiledDays | null
}

/** By handle, inactive rows too. */
export type Stored = ReadonlyMap<string, { id: number; position: number; active: boolean }>

/** @throws Error when there is no such key: no row is ever written with an id of another */
export function requireEntry<Value>(entries: ReadonlyMap<string, Value>, key: string): Value {
  const entry = entries.get(key)
  if (entry === undefined) throw new Error(`nothing is stored for ${key}`)
  return entry
}

/** Reads one salon whole; what is inactive is among the rows but no part of the salon. */
export async function currentState(
  tx: Tx,
  business: businessQueries.RegisteredBusiness,
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
    offers,
    shifts,
    exceptions,
    products,
    packages,
    [filed],
  ] = await Promise.all([
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
    catalogQueries.listOfferedServices(tx),
    catalogQueries.listWeeklyShifts(tx),
    catalogQueries.listScheduleExceptions(tx),
    salonStateQueries.productsWithHandles(tx),
    salonStateQueries.packagesWithHandles(tx),
    salonStateQueries.findFiledDays(tx),
  ])
  if (!profile || !settings)
    throw new Error(`business ${business.businessId} is registered but has no profile`)
  const { id: businessId, catalogVersion, ...ownProfile } = ordered.profile(profile)
  const categoryHandles = new Map(categories.map(({ id, handle }) => [id, handle]))
  const categoryHandle = (id: number) => categoryHandles.get(id) ?? ''
  const activeServices = services.filter(isActive)
  const serviceHandles = new Map(services.map(({ id, handle }) => [id, handle]))
  const activeTypes = resourceTypes.filter(isActive)
  const unitsOf = Map.groupBy(resourceUnits.filter(isActive), (unit) => unit.resourceTypeId)
  const needsOf = Map.groupBy(needs, ({ serviceId }) => serviceId)
  const offeredBy = Map.groupBy(offers, ({ professionalId }) => professionalId)
  const salon: Salon = {
    slug: business.slug,
    mode: business.mode,
    profile: ownProfile,
    settings,
    rates: business.rates,
    openings: weekFrom(openings),
    closings: closings.map((row) => ({ ...row, reason: orderedText(row.reason) })),
    categories: categories
      .filter(isActive)
      .map(({ id, position, active, ...row }) => ordered.category(row)),
    resourceTypes: activeTypes.map(({ id, position, active, ...row }) => ({
      ...ordered.resourceType(row),
      count: unitsOf.get(id)?.length ?? 0,
    })),
    services: activeServices.map(({ id, position, active, categoryId, ...row }) => {
      const typeIds = new Set((needsOf.get(id) ?? []).map((need) => need.resourceTypeId))
      const needed = activeTypes.filter((type) => typeIds.has(type.id))
      return {
        ...ordered.service(row),
        categoryHandle: categoryHandle(categoryId),
        resourceTypeHandles: needed.map(({ handle }) => handle),
      }
    }),
    professionals: professionals
      .filter(isActive)
      .map(schedules(shifts, exceptions))
      .map(({ id, position, active, ...row }) => {
        const own = offeredBy.get(id) ?? []
        const serviceIds = new Set(own.map(({ serviceId }) => serviceId))
        const offered = activeServices.filter((service) => serviceIds.has(service.id))
        return {
          ...row,
          serviceHandles: offered.map(({ handle }) => handle),
          ownTerms: ownTermsIn(own, offered).map(({ serviceId, ...terms }) => ({
            serviceHandle: serviceHandles.get(serviceId) ?? '',
            ...terms,
          })),
        }
      }),
    products: products.filter(isActive).map(({ id, position, active, categoryId, ...row }) => ({
      ...ordered.product(row),
      categoryHandle: categoryHandle(categoryId),
    })),
    pointsPackages: packages
      .filter(isActive)
      .map(({ id, position, active, ...row }) => ordered.pointsPackage(row)),
  }
  return {
    salon,
    categories: byHandle(categories),
    resourceTypes: byHandle(resourceTypes),
    resourceUnits,
    services: byHandle(services),
    professionals: byHandle(professionals),
    products: byHandle(products),
    pointsPackages: byHandle(packages),
    filedDays: filed?.filedDays ?? null,
  }
}

const isActive = ({ active }: { active: boolean }) => active

function byHandle(rows: readonly (salonStateQueries.EntryState & { id: number })[]): Stored {
  return new Map(rows.map(({ handle, id, position, active }) => [handle, { id, position, active }]))
}
