import {
  categoryFields,
  packageFields,
  productFields,
  profileFields,
  resourceTypeFields,
  serviceFields,
  settingsFields,
} from '@silla/db'
import { labelledValues } from './fields.ts'
import type { Area, Change, FieldChange } from './plan.ts'
import { planOrder } from './plan-order.ts'
import type { Salon } from './salon.ts'
import {
  closingFields,
  type Fields,
  hoursFields,
  professionalFields,
  rateFields,
} from './salon-fields.ts'

/** Lists the changes that turn one salon into the other. Without a salon before, all is added. */
export function diffSalons(before: Salon | null, after: Salon): Change[] {
  return [
    ...diffRecord('profile', before && profileValues(before), profileValues(after)),
    ...diffRecord('settings', before && settingsValues(before), settingsValues(after)),
    ...diffLimits(before, after),
    ...diffRecord('hours', before && hoursFields(before.openings), hoursFields(after.openings)),
    ...diffEntries(
      'closings',
      closingFields(before?.closings ?? []),
      closingFields(after.closings),
    ),
    ...diffList('categories', before?.categories, after.categories, (category) =>
      labelledValues(categoryFields, category, planOrder.categories),
    ),
    ...diffList('resources', before?.resourceTypes, after.resourceTypes, (type) =>
      labelledValues(resourceTypeFields, type),
    ),
    ...diffList('services', before?.services, after.services, (service) =>
      labelledValues(serviceFields, service),
    ),
    ...diffList('professionals', before?.professionals, after.professionals, professionalFields),
    ...diffList('products', before?.products, after.products, (product) =>
      labelledValues(productFields, product),
    ),
    ...diffList('points packages', before?.pointsPackages, after.pointsPackages, (entry) =>
      labelledValues(packageFields, entry),
    ),
  ]
}

const profileValues = ({ profile }: Salon) =>
  labelledValues(profileFields, profile, planOrder.profile)

const settingsValues = ({ settings }: Salon) =>
  labelledValues(settingsFields, settings, planOrder.settings)

/** A new salon without custom limits has no entry for them. */
function diffLimits(before: Salon | null, after: Salon): Change[] {
  if (before === null && Object.keys(after.rates).length === 0) return []
  return diffRecord('limits', before && rateFields(before.rates), rateFields(after.rates))
}

/** Compares what a salon has one of. */
function diffRecord(area: Area, before: Fields | null, after: Fields): Change[] {
  if (before === null) return [{ area, kind: 'added', name: '', fields: [] }]
  const fields = diffFields(before, after)
  return fields.length === 0 ? [] : [{ area, kind: 'changed', name: '', fields }]
}

/** Compares entries by name; their order does not matter. */
function diffEntries(
  area: Area,
  before: ReadonlyMap<string, Fields>,
  after: ReadonlyMap<string, Fields>,
): Change[] {
  const changes: Change[] = []
  for (const name of before.keys())
    if (!after.has(name)) changes.push({ area, kind: 'removed', name, fields: [] })
  for (const [name, fieldsAfter] of after) {
    const fieldsBefore = before.get(name)
    const isSame = fieldsBefore === undefined || fieldsBefore === fieldsAfter
    const fields = isSame ? [] : diffFields(fieldsBefore, fieldsAfter)
    if (fieldsBefore === undefined) changes.push({ area, kind: 'added', name, fields })
    else if (fields.length > 0) changes.push({ area, kind: 'changed', name, fields })
  }
  return changes
}

/** Compares entries by handle, and their order, which customers see. */
function diffList<Item extends { handle: string }>(
  area: Area,
  itemsBefore: readonly Item[] | undefined,
  itemsAfter: readonly Item[],
  fieldsOf: (item: Item) => Fields,
): Change[] {
  // an edit leaves most lists, and most entries of a long one, the very objects that they were
  if (itemsBefore === itemsAfter) return []
  const part = differingPart(itemsBefore ?? [], itemsAfter)
  const unchanged = new Set(part.before).intersection(new Set(part.after))
  const compared = (item: Item) => (unchanged.has(item) ? noFields : fieldsOf(item))
  const before = new Map(part.before.map((item) => [item.handle, compared(item)]))
  const after = new Map(part.after.map((item) => [item.handle, compared(item)]))
  const changes = diffEntries(area, before, after)
  if (commonHandles(part.before, part.after) === commonHandles(part.after, part.before))
    return changes
  const from = commonHandles(itemsBefore ?? [], itemsAfter)
  const to = commonHandles(itemsAfter, itemsBefore ?? [])
  return [...changes, { area, kind: 'changed', name: '', fields: [{ field: 'order', from, to }] }]
}

/** Both lists without the same objects at their beginning and at their end. */
function differingPart<Item>(before: readonly Item[], after: readonly Item[]) {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return {
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  }
}

/** The handles that both lists have, in the order of the first. */
function commonHandles(
  items: readonly { handle: string }[],
  others: readonly { handle: string }[],
): string {
  const handles = new Set(others.map(({ handle }) => handle))
  return items.flatMap(({ handle }) => (handles.has(handle) ? handle : [])).join(', ')
}

const noFields: Fields = {}

function diffFields(before: Fields, after: Fields): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, from: before[field] ?? '', to: after[field] ?? '' }))
    .filter(({ from, to }) => from !== to)
}
