import {
  type catalogQueries,
  type salonStateQueries,
  type Tx,
  salonWriteQueries as writes,
} from '@silla/db'
import { revokeFeedsOfInactive } from '../calendars/revoke-calendar-feed.ts'
import { openSlices, type Slices } from '../slices.ts'
import type { TenantPlan } from './build-plan.ts'
import { type CurrentState, requireEntry, type Stored } from './current-state.ts'
import type { Area, Change } from './plan.ts'
import type { Salon, SalonProfessional } from './salon.ts'

/** Called after each step with changes made, changes in total, and what was just written. */
export type Progress = (done: number, total: number, what: string) => void

/**
 * Writes what the plan changes and nothing else. The order follows the references: categories,
 * resources, services, professionals, products.
 */
export async function writeSalon(
  tx: Tx,
  { changes, after, current }: TenantPlan,
  onProgress: Progress,
): Promise<void> {
  const writing = openWriting(tx, changes, onProgress)
  const filed = current?.state ?? unfiled
  await writeBusiness(writing, after, current === null)
  const categoryIds = await writeList(
    writing,
    'categories',
    after.categories,
    filed.categories,
    (rows) =>
      writes.upsertCategories(
        tx,
        rows.map(({ item, position }) => ({ ...item, position })),
      ),
  )
  const resourceTypeIds = await writeResources(writing, after, filed)
  const serviceIds = await writeList(writing, 'services', after.services, filed.services, (rows) =>
    writes.upsertServices(
      tx,
      rows.map(({ item, position }) => ({
        ...item,
        position,
        categoryId: requireEntry(categoryIds, item.categoryHandle),
      })),
    ),
  )
  await writeNeeds(writing, after, serviceIds, resourceTypeIds)
  await writeTeam(writing, after, filed.professionals, serviceIds)
  await writeList(writing, 'products', after.products, filed.products, (rows) =>
    writes.upsertProducts(
      tx,
      rows.map(({ item, position }) => ({
        ...item,
        position,
        categoryId: requireEntry(categoryIds, item.categoryHandle),
      })),
    ),
  )
  await writeList(writing, 'points packages', after.pointsPackages, filed.pointsPackages, (rows) =>
    writes.upsertPackages(
      tx,
      rows.map(({ item, position }) => ({ ...item, position })),
    ),
  )
}

interface Writing {
  tx: Tx
  slices: Slices
  /** Handles of an area that are added or changed: these are written. */
  written(area: Area): ReadonlySet<string>
  removed(area: Area): readonly string[]
  /** Whether places in the list move. */
  rearranged(area: Area): boolean
  count(area: Area): number
  progress(changesMade: number, what: string): void
}

const nothing: Stored = new Map()
const unfiled = {
  categories: nothing,
  resourceTypes: nothing,
  resourceUnits: [],
  services: nothing,
  professionals: nothing,
  products: nothing,
  pointsPackages: nothing,
}
/** Few enough for a bar that moves, enough for two thousand services in a handful of statements. */
const rowsAtOnce = 500

function openWriting(tx: Tx, changes: readonly Change[], onProgress: Progress): Writing {
  const byArea = Map.groupBy(changes, ({ area }) => area)
  const of = (area: Area) => byArea.get(area) ?? []
  const total = changes.length - of('keys').length - of('limits').length
  let done = 0
  return {
    tx,
    slices: openSlices(),
    written: (area) =>
      new Set(
        of(area).flatMap(({ kind, name }) => (kind === 'removed' || name === '' ? [] : [name])),
      ),
    removed: (area) => of(area).flatMap(({ kind, name }) => (kind === 'removed' ? [name] : [])),
    rearranged: (area) => of(area).some(({ kind, name }) => kind === 'added' || name === ''),
    count: (area) => of(area).length,
    progress(changesMade, what) {
      done += changesMade
      onProgress(done, total, what)
    },
  }
}

async function writeBusiness(
  { tx, count, progress }: Writing,
  salon: Salon,
  isNew: boolean,
): Promise<void> {
  if (count('profile') > 0 && !isNew) await writes.updateProfile(tx, salon.profile)
  if (count('settings') > 0) await writes.updateSettings(tx, salon.settings)
  if (count('hours') > 0) await writes.replaceOpenings(tx, salon.openings)
  if (count('closings') > 0) await writes.replaceClosings(tx, salon.closings)
  progress(count('profile') + count('settings') + count('hours') + count('closings'), 'hours')
}

const tables = {
  categories: 'categories',
  resources: 'resource_types',
  services: 'services',
  professionals: 'professionals',
  products: 'products',
  'points packages': 'points_packages',
} as const
type Listed = keyof typeof tables
type Ids = ReadonlyMap<string, number>

/**
 * Writes the new and changed rows of a list, retires the removed, puts the rest in order; answers
 * the ids of all.
 */
async function writeList<Item extends { handle: string }>(
  { tx, slices, written, removed, rearranged, count, progress }: Writing,
  area: Listed,
  items: readonly Item[],
  filed: Stored,
  write: (rows: { item: Item; position: number }[]) => Promise<writes.HandleId[]>,
): Promise<Ids> {
  await slices.pause()
  const ids = new Map([...filed].map(([handle, { id }]) => [handle, id]))
  const handles = written(area)
  const placed = items.map((item, position) => ({ item, position }))
  const toWrite = placed.filter(({ item }) => handles.has(item.handle))
  for (let from = 0; from < toWrite.length; from += rowsAtOnce) {
    const rows = toWrite.slice(from, from + rowsAtOnce)
    for (const { handle, id } of await write(rows)) ids.set(handle, id)
    progress(rows.length, area)
  }
  const gone = removed(area)
  if (gone.length > 0)
    await writes.deactivate(
      tx,
      tables[area],
      gone.map((handle) => requireEntry(ids, handle)),
    )
  const moved = placed.filter(
    ({ item, position }) =>
      !handles.has(item.handle) && filed.get(item.handle)?.position !== position,
  )
  if (rearranged(area) && moved.length > 0) {
    await writes.updatePositions(
      tx,
      tables[area],
      moved.map(({ item, position }) => ({ id: requireEntry(ids, item.handle), position })),
    )
  }
  progress(count(area) - toWrite.length, area)
  return ids
}

/** Adds the units that are missing; those that are too many are retired later (`retireUnits`). */
async function writeResources(
  writing: Writing,
  salon: Salon,
  filed: Pick<CurrentState, 'resourceTypes' | 'resourceUnits'>,
): Promise<Ids> {
  const { tx } = writing
  const ids = await writeList(
    writing,
    'resources',
    salon.resourceTypes,
    filed.resourceTypes,
    (rows) =>
      writes.upsertResourceTypes(
        tx,
        rows.map(({ item, position }) => ({ ...item, position })),
      ),
  )
  const unitsOf = Map.groupBy(filed.resourceUnits, (unit) => unit.resourceTypeId)
  const units = salon.resourceTypes.flatMap(({ handle, count }) => {
    const typeId = requireEntry(ids, handle)
    return missingUnits(typeId, count, unitsOf.get(typeId) ?? [])
  })
  const added = units.filter(({ id }) => id === null).length
  const resources = added > 0 ? await writes.insertResources(tx, 'unit', added) : []
  if (units.length > 0) {
    await writes.upsertResourceUnits(
      tx,
      units.map((unit) => ({ ...unit, id: unit.id ?? (resources.pop() as { id: number }).id })),
    )
  }
  return ids
}

/** Retired units are taken back first; new ones have the next numbers. */
function missingUnits(
  resourceTypeId: number,
  count: number,
  units: readonly salonStateQueries.ResourceUnit[],
) {
  const missing = count - units.filter(({ active }) => active).length
  const retired = units.filter(({ active }) => !active).slice(0, Math.max(0, missing))
  const lastNumber = Math.max(0, ...units.map(({ number }) => number))
  const added = Array.from({ length: Math.max(0, missing - retired.length) }, (_, index) => ({
    id: null,
    resourceTypeId,
    number: lastNumber + 1 + index,
  }))
  return [...retired, ...added].map((unit) => ({ ...unit, active: true }))
}

async function writeNeeds(
  { tx, written }: Writing,
  salon: Salon,
  serviceIds: Ids,
  resourceTypeIds: Ids,
): Promise<void> {
  const handles = written('services')
  const services = salon.services.filter(({ handle }) => handles.has(handle))
  if (services.length === 0) return
  await writes.replaceNeeds(
    tx,
    services.map(({ handle }) => requireEntry(serviceIds, handle)),
    services.flatMap(({ handle, resourceTypeHandles }) =>
      resourceTypeHandles.map((type) => ({
        serviceId: requireEntry(serviceIds, handle),
        resourceTypeId: requireEntry(resourceTypeIds, type),
      })),
    ),
  )
}

async function writeTeam(
  writing: Writing,
  salon: Salon,
  filed: Stored,
  serviceIds: Ids,
): Promise<void> {
  const { tx } = writing
  const handles = writing.written('professionals')
  const unfiled = salon.professionals.filter(({ handle }) => !filed.has(handle))
  const resources =
    unfiled.length > 0 ? await writes.insertResources(tx, 'professional', unfiled.length) : []
  const ids = new Map([...filed].map(([handle, { id }]) => [handle, id]))
  for (const [index, { handle }] of unfiled.entries()) {
    const resource = resources[index]
    if (resource) ids.set(handle, resource.id)
  }
  await writeList(writing, 'professionals', salon.professionals, filed, (rows) =>
    writes.upsertProfessionals(
      tx,
      rows.map(({ item: { shifts, exceptions, serviceHandles, ownTerms, ...own }, position }) => ({
        ...own,
        id: requireEntry(ids, own.handle),
        position,
      })),
    ),
  )
  if (writing.removed('professionals').length > 0) await revokeFeedsOfInactive(tx)
  const team = salon.professionals.filter(({ handle }) => handles.has(handle))
  if (team.length === 0) return
  const teamIds = team.map(({ handle }) => requireEntry(ids, handle))
  const offers = team.flatMap(({ handle, serviceHandles, ownTerms }) =>
    serviceHandles.map((service) => ({
      ...(ownTerms.find(({ serviceHandle }) => serviceHandle === service) ?? asTheService),
      professionalId: requireEntry(ids, handle),
      serviceId: requireEntry(serviceIds, service),
    })),
  )
  await writes.replaceOffers(tx, teamIds, offers)
  await writes.replaceShifts(
    tx,
    teamIds,
    team.flatMap(({ handle, shifts }) =>
      shifts.map((shift) => ({ ...shift, professionalId: requireEntry(ids, handle) })),
    ),
  )
  await writes.replaceExceptions(
    tx,
    teamIds,
    team.flatMap((member) => exceptionRows(member, requireEntry(ids, member.handle))),
  )
}

const asTheService = { durationMinutes: null, phases: null, priceCents: null }

const exceptionRows = (
  { exceptions }: SalonProfessional,
  professionalId: number,
): catalogQueries.ScheduleExceptionRow[] =>
  exceptions.map(({ day, reason, shifts }) => ({
    professionalId,
    day,
    reason,
    startMinutes: shifts.map(({ startMinute }) => startMinute),
    endMinutes: shifts.map(({ endMinute }) => endMinute),
  }))
