import { profileFields, settingsFields } from '../../business-fields.ts'
import {
  categoryFields,
  packageFields,
  productFields,
  professionalFields,
  resourceTypeFields,
  serviceFields,
} from '../../catalog-fields.ts'
import { type Query, recordset } from '../../pool.ts'
import type { Tx } from '../../tenant-db.ts'
import type {
  Category,
  ClosingDay,
  OpeningDay,
  PointsPackage,
  ProfessionalFields,
  ProfileFields,
  ResourceType,
  ServiceFields,
  Settings,
} from '../../types/catalog.ts'
import type { Need, Offer, ScheduleExceptionRow, Shift } from '../catalog.ts'
import {
  inputColumns,
  insertColumns,
  recordColumns,
  setColumns,
  updateColumns,
} from '../field-columns.ts'
import type { HandleTable, ResourceUnit, StockedProduct } from './salon-state.ts'

// Every statement writes a whole list: two thousand services take as many statements as two. Fields
// of a row that no column is named after are ignored.

export const insertBusiness = (
  tx: Tx,
  profile: ProfileFields,
  createdAt: Date,
): Query<object> => tx`
  insert into businesses (business_id, ${insertColumns(tx, profileFields)}, created_at)
  select ${tx.businessId}::uuid, ${inputColumns(tx, profileFields)}, ${createdAt}::timestamptz
  from jsonb_to_recordset(${recordset(tx, [profile])}) as input (
    ${recordColumns(tx, profileFields)})
  returning business_id`

export const updateProfile = (tx: Tx, profile: ProfileFields): Query<object> => tx`
  update businesses set ${setColumns(tx, profileFields)}
  from jsonb_to_recordset(${recordset(tx, [profile])}) as input (
    ${recordColumns(tx, profileFields)})
  where business_id = ${tx.businessId}`

/** The first time it adds the row. */
export const updateSettings = (tx: Tx, settings: Settings): Query<object> => tx`
  insert into business_settings (business_id, ${insertColumns(tx, settingsFields)})
  select ${tx.businessId}::uuid, ${inputColumns(tx, settingsFields)}
  from jsonb_to_recordset(${recordset(tx, [settings])}) as input (
    ${recordColumns(tx, settingsFields)})
  on conflict (business_id) do update set ${updateColumns(tx, settingsFields)}
  returning business_id`

export const insertSalonFile = (
  tx: Tx,
  { number, document, appliedAt }: { number: number; document: string; appliedAt: Date },
): Query<object> => tx`
  insert into salon_files (business_id, number, applied_at, document)
  values (${tx.businessId}, ${number}, ${appliedAt}, ${document})`

/** Deletes the files before one. */
export const deleteOldSalonFiles = (tx: Tx, firstNumber: number): Query<object> => tx`
  delete from salon_files where business_id = ${tx.businessId} and number < ${firstNumber}`

/** A closed weekday has no row. */
export async function replaceOpenings(tx: Tx, days: readonly OpeningDay[]): Promise<void> {
  await tx`delete from opening_hours where business_id = ${tx.businessId}`
  await tx`
    insert into opening_hours (
      business_id, weekday, opens_minute, closes_minute, break_start_minute, break_end_minute)
    select ${tx.businessId}::uuid, input.weekday, input.opens_minute, input.closes_minute,
      input.break_start_minute, input.break_end_minute
    from jsonb_to_recordset(${recordset(tx, days)}) as input (
      weekday int, opens_minute int, closes_minute int, break_start_minute int,
      break_end_minute int)
    where input.opens_minute is not null and input.closes_minute is not null
    returning id`
}

export async function replaceClosings(tx: Tx, closings: readonly ClosingDay[]): Promise<void> {
  await tx`delete from closing_days where business_id = ${tx.businessId}`
  await tx`
    insert into closing_days (business_id, day, reason, from_minute, to_minute)
    select ${tx.businessId}::uuid, date '1970-01-01' + input.day, input.reason,
      input.from_minute, input.to_minute
    from jsonb_to_recordset(${recordset(tx, closings)}) as input (
      day int, reason jsonb, from_minute int, to_minute int)
    returning id`
}

export interface HandleId {
  handle: string
  id: number
}

type New<Entry> = Omit<Entry, 'id'> & { handle: string; position: number }

/** By handle: a new one is added, an existing one takes these values and is active again. */
export const upsertCategories = (tx: Tx, rows: readonly New<Category>[]): Query<HandleId> => tx`
  insert into categories (business_id, handle, ${insertColumns(tx, categoryFields)}, position)
  select ${tx.businessId}::uuid, input.handle, ${inputColumns(tx, categoryFields)}, input.position
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    handle text, ${recordColumns(tx, categoryFields)}, position int)
  on conflict (business_id, handle) do update set
    ${updateColumns(tx, categoryFields)}, position = excluded.position, active = true
  returning handle, id`

/** By handle, as `upsertCategories`. */
export const upsertServices = (tx: Tx, rows: readonly New<ServiceFields>[]): Query<HandleId> => tx`
  insert into services (
    business_id, handle, category_id, ${insertColumns(tx, serviceFields)}, position)
  select ${tx.businessId}::uuid, input.handle, input.category_id,
    ${inputColumns(tx, serviceFields)}, input.position
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    handle text, category_id bigint, ${recordColumns(tx, serviceFields)}, position int)
  on conflict (business_id, handle) do update set
    category_id = excluded.category_id, ${updateColumns(tx, serviceFields)},
    position = excluded.position, active = true
  returning handle, id`

/** By handle, as `upsertCategories`. What was taken out of stock does not change. */
export const upsertProducts = (tx: Tx, rows: readonly New<StockedProduct>[]): Query<HandleId> => tx`
  insert into products (
    business_id, handle, category_id, ${insertColumns(tx, productFields)}, position)
  select ${tx.businessId}::uuid, input.handle, input.category_id,
    ${inputColumns(tx, productFields)}, input.position
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    handle text, category_id bigint, ${recordColumns(tx, productFields)}, position int)
  on conflict (business_id, handle) do update set
    category_id = excluded.category_id, ${updateColumns(tx, productFields)},
    position = excluded.position, active = true
  returning handle, id`

/** By handle, as `upsertCategories`. */
export const upsertPackages = (tx: Tx, rows: readonly New<PointsPackage>[]): Query<HandleId> => tx`
  insert into points_packages (business_id, handle, ${insertColumns(tx, packageFields)}, position)
  select ${tx.businessId}::uuid, input.handle, ${inputColumns(tx, packageFields)}, input.position
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    handle text, ${recordColumns(tx, packageFields)}, position int)
  on conflict (business_id, handle) do update set
    ${updateColumns(tx, packageFields)}, position = excluded.position, active = true
  returning handle, id`

/** Resources that claims refer to; a professional and a unit have the id of one. */
export const insertResources = (
  tx: Tx,
  kind: 'professional' | 'unit',
  count: number,
): Query<{ id: number }> => tx`
  insert into resources (business_id, kind)
  select ${tx.businessId}::uuid, ${kind} from generate_series(1, ${count}::int)
  returning id`

/** By handle, as `upsertCategories`. */
export const upsertResourceTypes = (
  tx: Tx,
  rows: readonly New<Pick<ResourceType, 'id' | 'name'>>[],
): Query<HandleId> => tx`
  insert into resource_types (business_id, handle, ${insertColumns(tx, resourceTypeFields)}, position)
  select ${tx.businessId}::uuid, input.handle, ${inputColumns(tx, resourceTypeFields)},
    input.position
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    handle text, ${recordColumns(tx, resourceTypeFields)}, position int)
  on conflict (business_id, handle) do update set
    ${updateColumns(tx, resourceTypeFields)}, position = excluded.position, active = true
  returning handle, id`

/** By id: a new one is added, an existing one is active or inactive as given. */
export const upsertResourceUnits = (tx: Tx, units: readonly ResourceUnit[]): Query<object> => tx`
  insert into resource_units (business_id, id, resource_type_id, number, active)
  select ${tx.businessId}::uuid, input.id, input.resource_type_id, input.number, input.active
  from jsonb_to_recordset(${recordset(tx, units)}) as input (
    id bigint, resource_type_id bigint, number int, active boolean)
  on conflict (business_id, id) do update set active = excluded.active`

/** Replaces the resource types that some services need. */
export async function replaceNeeds(
  tx: Tx,
  serviceIds: number[],
  needs: readonly Need[],
): Promise<void> {
  await tx`
    delete from service_resource_types
    where business_id = ${tx.businessId} and service_id = any(${serviceIds}::bigint[])`
  await tx`
    insert into service_resource_types (business_id, service_id, resource_type_id)
    select ${tx.businessId}::uuid, input.service_id, input.resource_type_id
    from unnest(
      ${needs.map((need) => need.serviceId)}::bigint[],
      ${needs.map((need) => need.resourceTypeId)}::bigint[])
      as input (service_id, resource_type_id)
    returning id`
}

/** By handle, as `upsertCategories`; an existing one keeps its id. */
export const upsertProfessionals = (
  tx: Tx,
  rows: readonly (New<ProfessionalFields> & { id: number })[],
): Query<HandleId> => tx`
  insert into professionals (
    business_id, id, handle, ${insertColumns(tx, professionalFields)}, position)
  select ${tx.businessId}::uuid, input.id, input.handle,
    ${inputColumns(tx, professionalFields)}, input.position
  from jsonb_to_recordset(${recordset(tx, rows)}) as input (
    id bigint, handle text, ${recordColumns(tx, professionalFields)}, position int)
  on conflict (business_id, handle) do update set
    ${updateColumns(tx, professionalFields)}, position = excluded.position, active = true
  returning handle, id`

/** Removes rows from the catalogue; bookings still refer to them. */
export const deactivate = (tx: Tx, table: HandleTable, ids: number[]): Query<object> => tx`
  update ${tx(table)} set active = false
  where business_id = ${tx.businessId} and id = any(${ids}::bigint[])`

/** Puts rows in order. */
export const updatePositions = (
  tx: Tx,
  table: HandleTable,
  rows: readonly { id: number; position: number }[],
): Query<object> => tx`
  update ${tx(table)} as entry set position = input.position
  from unnest(
    ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ position }) => position)}::int[])
    as input (id, position)
  where entry.business_id = ${tx.businessId} and entry.id = input.id`

/** Replaces what some professionals offer. */
export async function replaceOffers(
  tx: Tx,
  professionalIds: number[],
  offers: readonly Offer[],
): Promise<void> {
  await tx`
    delete from professional_services
    where business_id = ${tx.businessId} and professional_id = any(${professionalIds}::bigint[])`
  await tx`
    insert into professional_services (
      business_id, professional_id, service_id, duration_minutes, phase_minutes, price_cents)
    select ${tx.businessId}::uuid, input.professional_id, input.service_id,
      input.duration_minutes, input.phases, input.price_cents
    from jsonb_to_recordset(${recordset(tx, offers)}) as input (
      professional_id bigint, service_id bigint, duration_minutes int, phases int[],
      price_cents bigint)
    returning id`
}

export async function replaceShifts(
  tx: Tx,
  professionalIds: number[],
  shifts: readonly Shift[],
): Promise<void> {
  await tx`
    delete from shifts
    where business_id = ${tx.businessId} and professional_id = any(${professionalIds}::bigint[])`
  await tx`
    insert into shifts (business_id, professional_id, weekday, start_minute, end_minute)
    select ${tx.businessId}::uuid, input.professional_id, input.weekday, input.start_minute,
      input.end_minute
    from jsonb_to_recordset(${recordset(tx, shifts)}) as input (
      professional_id bigint, weekday int, start_minute int, end_minute int)
    returning id`
}

export async function replaceExceptions(
  tx: Tx,
  professionalIds: number[],
  rows: readonly ScheduleExceptionRow[],
): Promise<void> {
  await tx`
    delete from schedule_exceptions
    where business_id = ${tx.businessId} and professional_id = any(${professionalIds}::bigint[])`
  await tx`
    insert into schedule_exceptions (
      business_id, professional_id, day, reason, start_minutes, end_minutes)
    select ${tx.businessId}::uuid, input.professional_id, date '1970-01-01' + input.day,
      input.reason, input.start_minutes, input.end_minutes
    from jsonb_to_recordset(${recordset(tx, rows)}) as input (
      professional_id bigint, day int, reason jsonb, start_minutes int[], end_minutes int[])
    returning id`
}
