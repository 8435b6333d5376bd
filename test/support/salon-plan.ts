import type { SalonFile, Settings } from '@silla/core'
import { type LocalSpan, parseDate, parseTime } from '@silla/slots'

/**
 * What a scene asks of its salon; whatever it leaves out is an ordinary barbershop, open
 * 09:00-20:00 every day.
 */
export interface SalonPlan {
  timezone?: string
  /** By weekday (1 Monday .. 7 Sunday); null is closed. A text holds for every day. */
  hours?: string | Record<number, string | null>
  break?: string
  /** By date: the whole day (null), or a span, or several. */
  closings?: Record<string, string | string[] | null>
  services?: ServicePlan[]
  professionals?: (string | ProfessionalPlan)[]
  products?: ProductPlan[]
  pointsPackages?: { name: string; points: number; priceCents: number }[]
  settings?: Partial<Settings>
  /** For what a plan has no word for: changes the salon file before it is applied. */
  written?: (file: SalonFile) => SalonFile
}

export interface ServicePlan {
  name: string
  minutes?: number
  priceCents?: number
  offerPriceCents?: number
  pointsAwarded?: number
  pointsPrice?: number
  bookableOnline?: boolean
  featured?: boolean
  category?: string
}

export interface ProductPlan {
  name: string
  priceCents?: number
  offerPriceCents?: number
  pointsAwarded?: number
  featured?: boolean
  category?: string
  /** Nobody counts when left out. */
  stock?: number
}

export interface ProfessionalPlan {
  name: string
  /** By weekday, `'09:00-14:00'` or several; the salon's hours when left out. */
  shifts?: Record<number, string[]>
  /** By date: off (null) or other shifts. */
  exceptions?: Record<string, string[] | null>
  /** All when left out. */
  services?: string[]
}

/** The salon file that a plan stands for. */
export function salonFileOf(slug: string, plan: SalonPlan): SalonFile {
  const file = plainFileOf(slug, plan)
  return plan.written ? plan.written(file) : file
}

function plainFileOf(slug: string, plan: SalonPlan): SalonFile {
  const services = (plan.services ?? [{ name: 'Corte' }]).map((service) => ({
    handle: handleOf(service.name),
    categoryHandle: handleOf(service.category ?? 'Cabello'),
    name: { es: service.name },
    description: { es: `${service.name} de la casa` },
    durationMinutes: service.minutes ?? 30,
    priceCents: service.priceCents ?? 1800,
    offerPriceCents: service.offerPriceCents ?? null,
    pointsAwarded: service.pointsAwarded ?? 10,
    pointsPrice: service.pointsPrice ?? 0,
    imageUrl: '',
    galleryUrls: [],
    bookableOnline: service.bookableOnline ?? true,
    featured: service.featured ?? false,
  }))
  return {
    fileName: `${slug}.yaml`,
    slug,
    mode: 'test',
    profile: {
      name: slug,
      description: { es: 'Un salón de prueba' },
      email: 'hola@example.com',
      phone: '+34912345678',
      address: { street: 'Calle Mayor 1', city: 'Madrid', postalCode: '28013', country: 'ES' },
      latitude: 40.4168,
      longitude: -3.7038,
      logoUrl: '',
      coverUrl: '',
      instagram: '',
      facebook: '',
      website: '',
    },
    settings: {
      currency: 'EUR',
      timezone: plan.timezone ?? 'Europe/Madrid',
      mainLanguage: 'es',
      acceptsOnlinePayments: false,
      requiresPrepayment: false,
      confirmsByHand: false,
      cancellationHours: 24,
      pointsEnabled: true,
      phoneRequired: false,
      slotIntervalMinutes: 15,
      horizonDays: 90,
      noticeMinutes: 0,
      autocompleteHours: 24,
      reminderHours: 24,
      ...plan.settings,
    },
    rates: {},
    openings: openingsOf(plan),
    closings: Object.entries(plan.closings ?? {}).flatMap(([date, spans]) =>
      [spans].flat().map((span) => ({
        when: { day: dayOf(date) },
        reason: { es: 'Fiesta' },
        fromMinute: span ? spanOf(span).startMinute : null,
        toMinute: span ? spanOf(span).endMinute : null,
      })),
    ),
    categories: [
      ...categoriesOf('service', plan.services ?? [{ name: '' }], 'Cabello'),
      ...categoriesOf('product', plan.products ?? [], 'Tienda'),
    ],
    services,
    professionals: (plan.professionals ?? ['Ana']).map((one) => {
      const professional = typeof one === 'string' ? { name: one } : one
      return {
        handle: handleOf(professional.name),
        name: professional.name,
        title: { es: 'Barbera' },
        bio: {},
        specialties: [],
        imageUrl: '',
        galleryUrls: [],
        serviceHandles:
          professional.services?.map(handleOf) ?? services.map((service) => service.handle),
        shifts: professional.shifts ? shiftsOf(professional.shifts) : shiftsLikeHours(plan),
        exceptions: Object.entries(professional.exceptions ?? {}).map(([date, shifts]) => ({
          when: { day: dayOf(date) },
          reason: { es: 'Cambio' },
          works: shifts !== null,
          shifts: (shifts ?? []).map(spanOf),
        })),
      }
    }),
    products: (plan.products ?? []).map((product) => ({
      handle: handleOf(product.name),
      categoryHandle: handleOf(product.category ?? 'Tienda'),
      name: { es: product.name },
      description: { es: `${product.name} de la casa` },
      priceCents: product.priceCents ?? 1000,
      offerPriceCents: product.offerPriceCents ?? null,
      pointsAwarded: product.pointsAwarded ?? 0,
      imageUrl: '',
      featured: product.featured ?? false,
      stock: product.stock ?? null,
    })),
    pointsPackages: (plan.pointsPackages ?? []).map(({ name, ...offered }) => ({
      handle: handleOf(name),
      name: { es: name },
      ...offered,
    })),
    demoKeys: null,
    demo: null,
  }
}

const categoriesOf = (
  kind: 'service' | 'product',
  items: readonly { category?: string }[],
  usual: string,
) =>
  [...new Set(items.map(({ category }) => category ?? usual))].map((name) => ({
    handle: handleOf(name),
    kind,
    name: { es: name },
    description: {},
    imageUrl: '',
  }))

export const handleOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

export const dayOf = (date: string) => parseDate(date) ?? wrong(date)

const everyDay = '09:00-20:00'
const weekdays = [1, 2, 3, 4, 5, 6, 7]

const hoursOf = ({ hours = everyDay }: SalonPlan, weekday: number): LocalSpan | null => {
  const text = typeof hours === 'string' ? hours : (hours[weekday] ?? null)
  return text ? spanOf(text) : null
}

const openingsOf = (plan: SalonPlan) =>
  weekdays.map((weekday) => {
    const hours = hoursOf(plan, weekday)
    const rest = hours && plan.break ? spanOf(plan.break) : null
    return {
      weekday,
      opensMinute: hours?.startMinute ?? null,
      closesMinute: hours?.endMinute ?? null,
      breakStartMinute: rest?.startMinute ?? null,
      breakEndMinute: rest?.endMinute ?? null,
    }
  })

const shiftsLikeHours = (plan: SalonPlan) =>
  weekdays.flatMap((weekday) => {
    const hours = hoursOf(plan, weekday)
    return hours ? [{ weekday, ...hours }] : []
  })

const shiftsOf = (shifts: Record<number, string[]>) =>
  Object.entries(shifts).flatMap(([weekday, spans]) =>
    spans.map((span) => ({ weekday: Number(weekday), ...spanOf(span) })),
  )

function spanOf(text: string): LocalSpan {
  const [start = '', end = ''] = text.split('-')
  return { startMinute: minuteOf(start), endMinute: minuteOf(end) }
}

const minuteOf = (time: string) => (time === '24:00' ? 1440 : (parseTime(time) ?? wrong(time)))

function wrong(text: string): never {
  throw new Error(`a test plans with something that is no date or time: ${text}`)
}
