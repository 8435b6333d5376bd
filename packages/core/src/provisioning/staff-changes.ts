import {
  auditQueries,
  categoryFields,
  type Field,
  packageFields,
  productFields,
  professionalFields,
  profileFields,
  resourceTypeFields,
  serviceFields,
  settingsFields,
  type Translated,
  type Tx,
} from '@silla/db'
import { formatDate } from '@silla/slots'
import type { EntryList } from './current-state.ts'
import { diffSalons } from './diff.ts'
import { entriesOf } from './fields.ts'
import type { LastFile } from './last-file.ts'
import type { Area, Change, StaffChange } from './plan.ts'
import { type Salon, type SalonProfessional, type WeekdayName, weekdays } from './salon.ts'
import { closingFields } from './salon-fields.ts'
import { parseSalonDocument } from './salon-file/parse-salon-file.ts'
import { serializeSalon } from './salon-file/serialize/salon.ts'

// A file, the file before it, and the salon as it is now (D68): what people have changed since the last
// file, and this file would change again.

/**
 * What was changed since the last file and is changed again by this one, with who did it, as far as the
 * audit log knows.
 *
 * @param changes of the plan
 */
export async function findStaffChanges(
  tx: Tx,
  last: LastFile | null,
  current: Salon,
  changes: readonly Change[],
): Promise<StaffChange[]> {
  if (!last?.salon || changes.length === 0) return []
  const planned = new Map(changes.map((change) => [keyOf(change), change]))
  const conflicts = diffSalons(last.salon, current).flatMap((change): StaffChange[] => {
    const again = planned.get(keyOf(change))
    if (again === undefined) return []
    const { area, name, kind } = change
    const none = { area, name, kind, operator: null, at: null }
    const isWhole = kind !== 'changed' || again.kind === 'removed'
    if (isWhole) return [{ ...none, field: '', from: '', to: '' }]
    const fields = new Set(again.fields.map(({ field }) => field))
    return change.fields
      .filter(({ field }) => fields.has(field))
      .map((own) => ({ ...none, ...own }))
  })
  const refusable = conflicts.filter((conflict) => !isAddedDay(conflict))
  return refusable.length === 0 ? [] : withAuthors(tx, refusable)
}

/**
 * A closing or an exception that was added. It stays unless the file names its day, which decides about it
 * then, or `--prune` removes it (`keepUnfiledDays`).
 */
const isAddedDay = ({ area, kind, field, from }: StaffChange): boolean =>
  (area === 'closings' && kind === 'added') ||
  (area === 'professionals' && from === '' && /^\d{4}-\d{2}-\d{2}/.test(field))

/** The entry, or the part of the salon, that a change is about. */
const keyOf = ({ area, name, fields }: Change): string =>
  JSON.stringify([area, name, fields.some(({ field }) => field === 'order') && name === ''])

/** What was kept when the last file was applied may have been changed before that. */
async function withAuthors(tx: Tx, conflicts: readonly StaffChange[]): Promise<StaffChange[]> {
  const entries = await auditQueries.listAuditEntries(tx, {
    ...{ action: null, operator: null, staffId: null, from: null, before: null },
    ...{ offset: 0, limit: maxEntries },
  })
  return conflicts.map((conflict) => {
    const entry = entries.find(({ detail }) => isAbout(detail.changes, conflict))
    return entry === undefined
      ? conflict
      : { ...conflict, operator: entry.operator, at: entry.at.toISOString() }
  })
}

/** Older changes have no author. */
const maxEntries = 1000

function isAbout(changes: unknown, { area, name, field }: StaffChange): boolean {
  // of a long list only counts are recorded
  if (!Array.isArray(changes)) return false
  return (changes as Change[]).some(
    (change) =>
      change.area === area &&
      change.name === name &&
      (field === '' || change.fields.some((one) => one.field === field)),
  )
}

interface ComparedSalons {
  /** By the last file; null: not known. */
  last: Salon | null
  current: Salon
  filed: Salon
}

/**
 * What a file describes, except that what people have changed stays as it is.
 * @throws ProvisioningError NOT_VALID when the two do not fit together
 */
export function keepStaffChanges(
  { last, current, filed }: ComparedSalons,
  conflicts: readonly StaffChange[],
): Salon {
  const kept = structuredClone(filed)
  for (const conflict of conflicts) keep(kept, { last, current }, conflict)
  // a service that is kept may need a category that the file has no more
  parseSalonDocument({ ...serializeSalon(kept, { plainTexts: false }) })
  return kept
}

function keep(
  kept: Salon,
  { last, current }: Pick<ComparedSalons, 'last' | 'current'>,
  { area, name, field }: StaffChange,
): void {
  switch (area) {
    case 'profile':
      keepField(profileFields, kept.profile, current.profile, field)
      return
    case 'settings':
      keepField(settingsFields, kept.settings, current.settings, field)
      return
    case 'limits':
      kept.rates = current.rates
      return
    case 'hours':
      kept.openings = current.openings
      return
    case 'closings':
      keepClosing(kept, { last, current }, name)
      return
    case 'keys':
      return
    default:
      keepEntry(kept, current, lists[area], name, field)
  }
}

const lists = {
  categories: 'categories',
  resources: 'resourceTypes',
  services: 'services',
  professionals: 'professionals',
  products: 'products',
  'points packages': 'pointsPackages',
} as const satisfies Partial<Record<Area, EntryList>>

const fieldsOf = {
  categories: categoryFields,
  resourceTypes: resourceTypeFields,
  services: serviceFields,
  professionals: professionalFields,
  products: productFields,
  pointsPackages: packageFields,
} as const

interface Item {
  handle: string
}

function keepEntry(
  kept: Salon,
  current: Salon,
  list: EntryList,
  handle: string,
  field: string,
): void {
  const items: Item[] = kept[list]
  const own: readonly Item[] = current[list]
  if (handle === '') {
    const order = new Map(own.map((item, index) => [item.handle, index]))
    const placeOf = (item: Item) => order.get(item.handle) ?? own.length
    items.sort((a, b) => placeOf(a) - placeOf(b))
    return
  }
  const index = items.findIndex((item) => item.handle === handle)
  const now = own.find((item) => item.handle === handle)
  const target = items[index]
  if (now === undefined) items.splice(index, 1)
  else if (target === undefined) items.push(now)
  else if (field === '') items[index] = now
  else if (list === 'professionals' && keepSchedule(target, now, field)) return
  else keepField(fieldsOf[list], target, now, field)
}

/** What of a professional is no field of the list: services, shifts and exceptions. */
function keepSchedule(target: Item, now: Item, field: string): boolean {
  const [kept, own] = [target, now] as [SalonProfessional, SalonProfessional]
  if (field.startsWith('service ')) {
    const handle = field.slice('service '.length)
    kept.serviceHandles = withOwn(kept.serviceHandles, own.serviceHandles, (one) => one === handle)
    kept.ownTerms = withOwn(kept.ownTerms, own.ownTerms, (one) => one.serviceHandle === handle)
    return true
  }
  const day = /^\d{4}-\d{2}-\d{2}/.exec(field)?.[0]
  if (day !== undefined) {
    kept.exceptions = withOwn(kept.exceptions, own.exceptions, (one) => formatDate(one.day) === day)
    return true
  }
  const weekday = weekdays.indexOf(field as WeekdayName) + 1
  if (weekday === 0) return false
  kept.shifts = withOwn(kept.shifts, own.shifts, (one) => one.weekday === weekday)
  return true
}

/** The first list, with the second one's items where the condition holds. */
const withOwn = <One>(items: readonly One[], own: readonly One[], holds: (one: One) => boolean) => [
  ...items.filter((one) => !holds(one)),
  ...own.filter(holds),
]

/**
 * A closing whose hours were changed is one that was removed, and another of its day, which the last file
 * did not have.
 */
function keepClosing(
  kept: Salon,
  { last, current }: Pick<ComparedSalons, 'last' | 'current'>,
  name: string,
): void {
  const nameOf = (closing: Salon['closings'][number]) => [...closingFields([closing]).keys()][0]
  const isIt = (closing: Salon['closings'][number]) => nameOf(closing) === name
  const others = kept.closings.filter((closing) => !isIt(closing))
  const known = new Set([...others, ...(last?.closings ?? [])].map(nameOf))
  const own = current.closings.some(isIt)
    ? current.closings.filter(isIt)
    : current.closings.filter(
        (one) => name.startsWith(formatDate(one.day)) && !known.has(nameOf(one)),
      )
  kept.closings = [...others, ...own].sort(
    (a, b) => a.day - b.day || (a.fromMinute ?? 0) - (b.fromMinute ?? 0),
  )
}

/** @param label as a plan has it: `price`, `name (es)`, `specialty 1 (es)` */
function keepField(fields: object, target: object, now: object, label: string): void {
  const [, base = label, language] = /^(.*?)(?: \d+)?(?: \((\w+)\))?$/.exec(label) ?? []
  const found = entriesOf(fields).find(([, field]: [string, Field]) => field.label === base)
  if (found === undefined) return
  const [property, { type }] = found
  const [kept, own] = [target, now] as Record<string, unknown>[]
  if (kept === undefined || own === undefined) return
  if (type !== 'text' || language === undefined) {
    kept[property] = own[property]
    return
  }
  const { [language as keyof Translated]: _, ...others } = kept[property] as Translated
  const text = (own[property] as Translated)[language as keyof Translated]
  kept[property] = text === undefined ? others : { ...others, [language]: text }
}
