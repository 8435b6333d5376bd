import { formatAmount } from '@silla/money'
import { formatDate, formatSpan, type LocalSpan } from '@silla/slots'
import type { OpeningDay, ScheduleException, Settings, Translated } from '../catalog/catalog.ts'
import type { CustomRates } from '../limits/rates.ts'
import type { Area, Change, FieldChange } from './plan.ts'
import {
  type Salon,
  type SalonCategory,
  type SalonPackage,
  type SalonProduct,
  type SalonProfessional,
  type SalonProfile,
  type SalonService,
  weekdays,
} from './salon.ts'

/** What must change to make one salon of the other; all of it is added when there is none yet. */
export function diffSalons(before: Salon | null, after: Salon): Change[] {
  return [
    ...single('profile', before && profileFacts(before.profile), profileFacts(after.profile)),
    ...single('settings', before && settingsFacts(before.settings), settingsFacts(after.settings)),
    ...limitChanges(before, after),
    ...single('hours', before && hoursFacts(before.openings), hoursFacts(after.openings)),
    ...several('closings', closingFacts(before?.closings ?? []), closingFacts(after.closings)),
    ...listed(
      'categories',
      entries(before?.categories, categoryFacts),
      entries(after.categories, categoryFacts),
    ),
    ...listed(
      'services',
      entries(before?.services, serviceFacts),
      entries(after.services, serviceFacts),
    ),
    ...listed(
      'professionals',
      entries(before?.professionals, teamFacts),
      entries(after.professionals, teamFacts),
    ),
    ...listed(
      'products',
      entries(before?.products, productFacts),
      entries(after.products, productFacts),
    ),
    ...listed(
      'points packages',
      entries(before?.pointsPackages, packageFacts),
      entries(after.pointsPackages, packageFacts),
    ),
  ]
}

/** Everything that can differ, each under a name for people; what is empty is left out. */
type Facts = Record<string, string>

function single(area: Area, before: Facts | null, after: Facts): Change[] {
  if (before === null) return [{ area, kind: 'added', name: '', fields: [] }]
  const fields = differences(before, after)
  return fields.length === 0 ? [] : [{ area, kind: 'changed', name: '', fields }]
}

function several(
  area: Area,
  before: ReadonlyMap<string, Facts>,
  after: ReadonlyMap<string, Facts>,
): Change[] {
  const changes: Change[] = []
  for (const name of before.keys())
    if (!after.has(name)) changes.push({ area, kind: 'removed', name, fields: [] })
  for (const [name, facts] of after) {
    const known = before.get(name)
    const fields = known === undefined ? [] : differences(known, facts)
    if (known === undefined) changes.push({ area, kind: 'added', name, fields })
    else if (fields.length > 0) changes.push({ area, kind: 'changed', name, fields })
  }
  return changes
}

/** Several, of which the order is shown to customers. */
function listed(
  area: Area,
  before: ReadonlyMap<string, Facts>,
  after: ReadonlyMap<string, Facts>,
): Change[] {
  const from = [...before.keys()].filter((name) => after.has(name)).join(', ')
  const to = [...after.keys()].filter((name) => before.has(name)).join(', ')
  const changes = several(area, before, after)
  return from === to
    ? changes
    : [...changes, { area, kind: 'changed', name: '', fields: [{ field: 'order', from, to }] }]
}

function differences(before: Facts, after: Facts): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, from: before[field] ?? '', to: after[field] ?? '' }))
    .filter(({ from, to }) => from !== to)
}

function entries<Item extends { handle: string }>(
  items: readonly Item[] | undefined,
  factsOf: (item: Item) => Facts,
): Map<string, Facts> {
  return new Map((items ?? []).map((item) => [item.handle, factsOf(item)]))
}

function profileFacts(profile: SalonProfile): Facts {
  return {
    name: profile.name,
    ...textFacts('description', profile.description),
    'e-mail': profile.email,
    phone: profile.phone,
    street: profile.address.street,
    city: profile.address.city,
    'postal code': profile.address.postalCode,
    country: profile.address.country,
    latitude: String(profile.latitude ?? ''),
    longitude: String(profile.longitude ?? ''),
    logo: profile.logoUrl,
    cover: profile.coverUrl,
    instagram: profile.instagram,
    facebook: profile.facebook,
    website: profile.website,
  }
}

function settingsFacts(settings: Settings): Facts {
  return {
    currency: settings.currency,
    'time zone': settings.timezone,
    language: settings.mainLanguage,
    'online payments': yesOrNo(settings.acceptsOnlinePayments),
    prepayment: yesOrNo(settings.requiresPrepayment),
    'confirmation by hand': yesOrNo(settings.confirmsByHand),
    'cancellation hours': String(settings.cancellationHours),
    points: yesOrNo(settings.pointsEnabled),
    'phone required': yesOrNo(settings.phoneRequired),
    'slot interval': `${settings.slotIntervalMinutes} min`,
    horizon: `${settings.horizonDays} days`,
    notice: `${settings.noticeMinutes} min`,
    'done after': hoursOrNever(settings.autocompleteHours),
    'reminder before': hoursOrNever(settings.reminderHours),
  }
}

/** A new salon with the usual rates has none to tell. */
function limitChanges(before: Salon | null, after: Salon): Change[] {
  if (before === null && Object.keys(after.rates).length === 0) return []
  return single('limits', before && rateFacts(before.rates), rateFacts(after.rates))
}

const rateFacts = (rates: CustomRates): Facts =>
  Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, `${rate} a minute`]))

function hoursFacts(openings: readonly OpeningDay[]): Facts {
  return Object.fromEntries(
    openings.map((opening) => [weekdays[opening.weekday - 1], openingText(opening)]),
  )
}

function openingText({
  opensMinute,
  closesMinute,
  breakStartMinute,
  breakEndMinute,
}: OpeningDay): string {
  if (opensMinute === null || closesMinute === null) return 'closed'
  const open = formatSpan({ startMinute: opensMinute, endMinute: closesMinute })
  if (breakStartMinute === null || breakEndMinute === null) return open
  return `${open}, break ${formatSpan({ startMinute: breakStartMinute, endMinute: breakEndMinute })}`
}

function closingFacts(closings: Salon['closings']): Map<string, Facts> {
  return new Map(
    closings.map(({ day, fromMinute, toMinute, reason }) => {
      const part =
        fromMinute === null || toMinute === null
          ? ''
          : ` ${formatSpan({ startMinute: fromMinute, endMinute: toMinute })}`
      return [`${formatDate(day)}${part}`, textFacts('reason', reason)]
    }),
  )
}

function categoryFacts(category: SalonCategory): Facts {
  return {
    kind: category.kind,
    ...textFacts('name', category.name),
    ...textFacts('description', category.description),
    image: category.imageUrl,
  }
}

function serviceFacts(service: SalonService): Facts {
  return {
    ...textFacts('name', service.name),
    ...textFacts('description', service.description),
    category: service.categoryHandle,
    duration: `${service.durationMinutes} min`,
    price: formatAmount(service.priceCents),
    'offer price': service.offerPriceCents === null ? '' : formatAmount(service.offerPriceCents),
    'points awarded': String(service.pointsAwarded),
    'points price': String(service.pointsPrice),
    image: service.imageUrl,
    gallery: service.galleryUrls.join(' '),
    'bookable online': yesOrNo(service.bookableOnline),
    featured: yesOrNo(service.featured),
  }
}

function productFacts(product: SalonProduct): Facts {
  return {
    ...textFacts('name', product.name),
    ...textFacts('description', product.description),
    category: product.categoryHandle,
    price: formatAmount(product.priceCents),
    'offer price': product.offerPriceCents === null ? '' : formatAmount(product.offerPriceCents),
    'points awarded': String(product.pointsAwarded),
    image: product.imageUrl,
    featured: yesOrNo(product.featured),
    stock: product.stock === null ? 'not counted' : String(product.stock),
  }
}

function packageFacts(offered: SalonPackage): Facts {
  return {
    ...textFacts('name', offered.name),
    points: String(offered.points),
    price: formatAmount(offered.priceCents),
  }
}

function teamFacts(professional: SalonProfessional): Facts {
  const facts: Facts = {
    name: professional.name,
    ...textFacts('title', professional.title),
    ...textFacts('bio', professional.bio),
    image: professional.imageUrl,
    gallery: professional.galleryUrls.join(' '),
  }
  for (const [index, text] of professional.specialties.entries()) {
    Object.assign(facts, textFacts(`specialty ${index + 1}`, text))
  }
  for (const handle of professional.serviceHandles) facts[`service ${handle}`] = 'offered'
  for (const [index, name] of weekdays.entries()) {
    facts[name] = spansText(professional.shifts.filter(({ weekday }) => weekday === index + 1))
  }
  for (const exception of professional.exceptions) Object.assign(facts, exceptionFacts(exception))
  return facts
}

function exceptionFacts({ day, works, shifts, reason }: ScheduleException): Facts {
  const name = formatDate(day)
  return { [name]: works ? spansText(shifts) : 'off', ...textFacts(`${name} reason`, reason) }
}

function textFacts(field: string, text: Translated): Facts {
  return Object.fromEntries(
    Object.entries(text).map(([language, words]) => [`${field} (${language})`, words]),
  )
}

function spansText(spans: readonly LocalSpan[]): string {
  return spans.map(formatSpan).join(', ')
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

function hoursOrNever(hours: number | null): string {
  return hours === null ? 'never' : `${hours} h`
}
