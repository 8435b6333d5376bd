import type { SalonFile, Settings } from '@silla/core'
import {
  type Deposit,
  productFields,
  professionalFields,
  profileFields,
  serviceFields,
  settingsFields,
} from '@silla/db'
import { type LocalSpan, parseDate, parseSpan } from '@silla/slots'
import { fieldDefaults } from './field-defaults.ts'

/**
 * The salon that a test needs. What is omitted has defaults: a barbershop in Madrid, open
 * 09:00-20:00 every day, with one professional and one service.
 */
export interface SalonFixture {
  timezone?: string
  /** By weekday (1 Monday .. 7 Sunday); null is closed. A string applies to every day. */
  hours?: string | Record<number, string | null>
  break?: string
  /** By date: the whole day (null), one span, or several. */
  closings?: Record<string, string | string[] | null>
  services?: ServiceFixture[]
  /** How many units there are, by the name of the resource type. */
  resources?: Record<string, number>
  professionals?: (string | ProfessionalFixture)[]
  products?: ProductFixture[]
  pointsPackages?: { name: string; points: number; priceCents: number }[]
  settings?: Partial<Settings>
  /** Changes the salon file before it is applied, for what a fixture has no property for. */
  editFile?: (file: SalonFile) => SalonFile
}

export interface ServiceFixture {
  name: string
  minutes?: number
  /** Minutes that alternate work, wait, work, ...; they replace `minutes`. */
  phases?: number[]
  bufferMinutes?: number
  /** Names of `resources`. */
  needs?: string[]
  priceCents?: number
  offerPriceCents?: number
  /** In hundredths of a percent. */
  vatBasisPoints?: number
  pointsAwarded?: number
  pointsPrice?: number
  deposit?: Deposit
  bookableOnline?: boolean
  featured?: boolean
  category?: string
}

export interface ProductFixture {
  name: string
  priceCents?: number
  offerPriceCents?: number
  /** In hundredths of a percent. */
  vatBasisPoints?: number
  pointsAwarded?: number
  featured?: boolean
  category?: string
  /** Stock is not tracked when omitted. */
  stock?: number
}

export interface ProfessionalFixture {
  name: string
  /** By weekday, one or more spans such as `'09:00-14:00'`; the salon's hours when omitted. */
  shifts?: Record<number, string[]>
  /** By date: a day off (null), or other shifts. */
  exceptions?: Record<string, string[] | null>
  /** All when omitted. */
  services?: string[]
  /** By the name of a service, what differs for this professional. */
  ownTerms?: Record<string, { minutes?: number; phases?: number[]; priceCents?: number }>
}

/** The salon file that a fixture describes. */
export function salonFileFor(slug: string, fixture: SalonFixture): SalonFile {
  const file = baseFile(slug, fixture)
  return fixture.editFile ? fixture.editFile(file) : file
}

function baseFile(slug: string, fixture: SalonFixture): SalonFile {
  const services = (fixture.services ?? [{ name: 'Corte' }]).map((service) => ({
    ...fieldDefaults(serviceFields),
    handle: handleOf(service.name),
    categoryHandle: handleOf(service.category ?? 'Cabello'),
    name: { es: service.name },
    description: { es: `${service.name} de la casa` },
    ...lengthOf(service),
    bufferMinutes: service.bufferMinutes ?? 0,
    resourceTypeHandles: (service.needs ?? []).map(handleOf),
    priceCents: service.priceCents ?? 1800,
    offerPriceCents: service.offerPriceCents ?? null,
    vatBasisPoints: service.vatBasisPoints ?? null,
    pointsAwarded: service.pointsAwarded ?? 10,
    pointsPrice: service.pointsPrice ?? 0,
    deposit: service.deposit ?? null,
    cardGuarantee: null,
    bookableOnline: service.bookableOnline ?? true,
    featured: service.featured ?? false,
  }))
  return {
    fileName: `${slug}.yaml`,
    slug,
    mode: 'test',
    profile: {
      ...fieldDefaults(profileFields),
      name: slug,
      description: { es: 'Un salón de prueba' },
      email: 'hola@example.com',
      phone: '+34912345678',
      street: 'Calle Mayor 1',
      city: 'Madrid',
      postalCode: '28013',
      country: 'ES',
      latitude: 40.4168,
      longitude: -3.7038,
    },
    settings: {
      ...fieldDefaults(settingsFields),
      currency: 'EUR',
      timezone: fixture.timezone ?? 'Europe/Madrid',
      mainLanguage: 'es',
      pointsEnabled: true,
      ownerNotifications: 'none',
      ...fixture.settings,
    },
    rates: {},
    openings: openingsOf(fixture),
    closings: Object.entries(fixture.closings ?? {}).flatMap(([date, spans]) =>
      [spans].flat().map((span) => ({
        when: { day: dayOf(date) },
        reason: { es: 'Fiesta' },
        fromMinute: span ? spanOf(span).startMinute : null,
        toMinute: span ? spanOf(span).endMinute : null,
      })),
    ),
    categories: [
      ...categoriesOf('service', fixture.services ?? [{ name: '' }], 'Cabello'),
      ...categoriesOf('product', fixture.products ?? [], 'Tienda'),
    ],
    resourceTypes: Object.entries(fixture.resources ?? {}).map(([name, count]) => ({
      handle: handleOf(name),
      name: { es: name },
      count,
    })),
    services,
    professionals: (fixture.professionals ?? ['Ana']).map((entry) => {
      const professional = typeof entry === 'string' ? { name: entry } : entry
      return {
        ...fieldDefaults(professionalFields),
        handle: handleOf(professional.name),
        name: professional.name,
        title: { es: 'Barbera' },
        serviceHandles:
          professional.services?.map(handleOf) ?? services.map((service) => service.handle),
        ownTerms: Object.entries(professional.ownTerms ?? {}).map(([name, own]) => ({
          serviceHandle: handleOf(name),
          durationMinutes: own.phases ? sum(own.phases) : (own.minutes ?? null),
          phases: own.phases ?? null,
          priceCents: own.priceCents ?? null,
        })),
        shifts: professional.shifts ? shiftsOf(professional.shifts) : shiftsLikeHours(fixture),
        exceptions: Object.entries(professional.exceptions ?? {}).map(([date, shifts]) => ({
          when: { day: dayOf(date) },
          reason: { es: 'Cambio' },
          works: shifts !== null,
          shifts: (shifts ?? []).map(spanOf),
        })),
      }
    }),
    products: (fixture.products ?? []).map((product) => ({
      ...fieldDefaults(productFields),
      handle: handleOf(product.name),
      categoryHandle: handleOf(product.category ?? 'Tienda'),
      name: { es: product.name },
      description: { es: `${product.name} de la casa` },
      priceCents: product.priceCents ?? 1000,
      offerPriceCents: product.offerPriceCents ?? null,
      vatBasisPoints: product.vatBasisPoints ?? null,
      pointsAwarded: product.pointsAwarded ?? 0,
      featured: product.featured ?? false,
      stock: product.stock ?? null,
    })),
    pointsPackages: (fixture.pointsPackages ?? []).map(({ name, ...offered }) => ({
      handle: handleOf(name),
      name: { es: name },
      ...offered,
    })),
    demoKeys: null,
    demo: null,
  }
}

function lengthOf({ minutes = 30, phases = [minutes] }: ServiceFixture) {
  return { durationMinutes: sum(phases), phases }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

const categoriesOf = (
  kind: 'service' | 'product',
  items: readonly { category?: string }[],
  defaultName: string,
) =>
  [...new Set(items.map(({ category }) => category ?? defaultName))].map((name) => ({
    handle: handleOf(name),
    kind,
    name: { es: name },
    description: {},
    imageUrl: '',
  }))

export const handleOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

export const dayOf = (date: string) => parseDate(date) ?? invalid(date)

const defaultHours = '09:00-20:00'
const weekdays = [1, 2, 3, 4, 5, 6, 7]

const hoursOf = ({ hours = defaultHours }: SalonFixture, weekday: number): LocalSpan | null => {
  const text = typeof hours === 'string' ? hours : (hours[weekday] ?? null)
  return text ? spanOf(text) : null
}

const openingsOf = (fixture: SalonFixture) =>
  weekdays.map((weekday) => {
    const hours = hoursOf(fixture, weekday)
    const rest = hours && fixture.break ? spanOf(fixture.break) : null
    return {
      weekday,
      opensMinute: hours?.startMinute ?? null,
      closesMinute: hours?.endMinute ?? null,
      breakStartMinute: rest?.startMinute ?? null,
      breakEndMinute: rest?.endMinute ?? null,
    }
  })

const shiftsLikeHours = (fixture: SalonFixture) =>
  weekdays.flatMap((weekday) => {
    const hours = hoursOf(fixture, weekday)
    return hours ? [{ weekday, ...hours }] : []
  })

const shiftsOf = (shifts: Record<number, string[]>) =>
  Object.entries(shifts).flatMap(([weekday, spans]) =>
    spans.map((span) => ({ weekday: Number(weekday), ...spanOf(span) })),
  )

const spanOf = (text: string): LocalSpan => parseSpan(text) ?? invalid(text)

function invalid(text: string): never {
  throw new Error(`invalid date or time in a salon fixture: ${text}`)
}
