import { type businessQueries, catalogQueries, salonStateQueries, type Tx } from '@silla/db'
import {
  categoryFrom,
  closingFrom,
  packageFrom,
  productFrom,
  professionalFrom,
  profileFrom,
  serviceFrom,
  settingsFrom,
  weekFrom,
} from '../catalog/mappers.ts'
import type { Salon } from './salon.ts'

/** A salon as the database holds it, with the rows that its handles stand for. */
export interface CurrentState {
  salon: Salon
  categories: Stored
  services: Stored
  professionals: Stored
  products: Stored
  pointsPackages: Stored
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
    openings,
    closings,
    categories,
    services,
    professionals,
    offers,
    shifts,
    exceptions,
    products,
    packages,
  ] = await Promise.all([
    catalogQueries.findBusinessProfile(tx),
    catalogQueries.listOpeningHours(tx),
    catalogQueries.listClosingDays(tx),
    salonStateQueries.categoriesWithHandles(tx),
    salonStateQueries.servicesWithHandles(tx),
    salonStateQueries.professionalsWithHandles(tx),
    catalogQueries.listOfferedServices(tx),
    catalogQueries.listWeeklyShifts(tx),
    catalogQueries.listScheduleExceptions(tx),
    salonStateQueries.productsWithHandles(tx),
    salonStateQueries.packagesWithHandles(tx),
  ])
  if (profile === undefined)
    throw new Error(`business ${business.businessId} is registered and has no profile`)
  const categoryHandles = handlesOf(categories)
  const activeServices = services.filter(isActive)
  const offered = groupedById(offers)
  const shiftsOf = groupedById(shifts)
  const exceptionsOf = groupedById(exceptions)
  const salon: Salon = {
    slug: business.slug,
    mode: business.mode,
    profile: profileFrom(profile),
    settings: settingsFrom(profile),
    rates: business.rates,
    openings: weekFrom(openings),
    closings: closings.map(closingFrom),
    categories: categories
      .filter(isActive)
      .map((row) => ({ handle: row.handle, ...categoryFrom(row) })),
    services: activeServices.map((row) => ({
      handle: row.handle,
      categoryHandle: categoryHandles.get(row.categoryId) ?? '',
      ...serviceFrom(row),
    })),
    professionals: professionals.filter(isActive).map((row) => {
      const serviceIds = new Set((offered.get(row.id) ?? []).map((offer) => offer.serviceId))
      return {
        handle: row.handle,
        ...professionalFrom(row, {
          shifts: shiftsOf.get(row.id) ?? [],
          exceptions: exceptionsOf.get(row.id) ?? [],
        }),
        serviceHandles: activeServices
          .filter(({ id }) => serviceIds.has(id))
          .map(({ handle }) => handle),
      }
    }),
    products: products.filter(isActive).map((row) => ({
      handle: row.handle,
      categoryHandle: categoryHandles.get(row.categoryId) ?? '',
      ...productFrom(row),
      stock: row.stock,
    })),
    pointsPackages: packages
      .filter(isActive)
      .map((row) => ({ handle: row.handle, ...packageFrom(row) })),
  }
  return {
    salon,
    categories: filed(categories),
    services: filed(services),
    professionals: filed(professionals),
    products: filed(products),
    pointsPackages: filed(packages),
  }
}

const isActive = ({ active }: salonStateQueries.WithHandle) => active

function filed(rows: readonly (salonStateQueries.WithHandle & { id: number })[]): Stored {
  return new Map(rows.map(({ handle, id, position, active }) => [handle, { id, position, active }]))
}

function handlesOf(rows: readonly { id: number; handle: string }[]): Map<number, string> {
  return new Map(rows.map(({ id, handle }) => [id, handle]))
}

function groupedById<Row extends { professionalId: number }>(
  rows: readonly Row[],
): Map<number, Row[]> {
  return Map.groupBy(rows, (row) => row.professionalId)
}
