import type { Settings } from '@silla/core'
import { type GrownSalon, openGrownSalon } from './grown-salon.ts'
import { type Administration, type BenchSalon, busyDays, openBenchSalon } from './salon.ts'

/** The salons that requests are sent to. */
export interface BenchSalons {
  /** Twenty professionals with busy diaries, of whom five have 18 months of history. */
  large: BenchSalon
  /** The same days, with the default rate limits. */
  limited: BenchSalon
  /** Its diary is empty. */
  neighbour: BenchSalon
  /** 2,000 services. */
  longList: BenchSalon
  /** One professional without past visits. */
  young: BenchSalon
  /** The same with what each wants of a booking; null: they are not needed. */
  demanding: Record<Demand, BenchSalon> | null
  /** One professional with 100,000 past visits. */
  aged: BenchSalon
  /** 10,120 visits between 30 days ago and the horizon; null: it is not needed. */
  calendar: BenchSalon | null
  /** 500 services, 20 professionals and the visits of 60 days; null: it is not needed. */
  settings: BenchSalon | null
  /** Five professionals, each with 12 visits a day; null: it is not needed. */
  agenda: BenchSalon | null
  /** The same days as `large`, for bookings that are moved and cancelled; null: it is not needed. */
  changing: BenchSalon | null
  /** As large as a salon may be; null: it is not needed. */
  grown: GrownSalon | null
}

/** Visits that take long to insert. */
export interface OpenSalonsOptions {
  /** Whether `aged` gets its past visits. */
  withHistory: boolean
  withCalendar: boolean
  withDemands: boolean
  withSettings: boolean
  withAgenda: boolean
  withChanges: boolean
  withGrown: boolean
}

const professionals = 20
const monthsOfHistory = 18
const pastVisits = 100_000

const services = (count: number) => ({
  services: Array.from({ length: count }, (_, index) => ({ name: `Service ${index}` })),
})

const team = {
  ...services(12),
  professionals: Array.from({ length: professionals }, (_, index) => `Professional ${index}`),
}

/** Open day and night, so that there are enough free times. */
const alwaysOpen = {
  hours: '00:00-24:00',
  professionals: ['Professional'],
  services: [{ name: 'Service 0', minutes: 15 }],
  settings: { horizonDays: 365 },
}
const dayAndNight = { visitMinutes: 15, firstMinute: 0, timesPerDay: 96 }

/** What a salon wants of every booking, of which it also refunds less the later it is cancelled. */
const demands = {
  prepayment: { requiresPrepayment: true },
  deposit: {
    deposit: { percent: 30, amountCents: null, onlyNewCustomers: false, fromTotalCents: 0 },
    refundTiers: [
      { hours: 72, percent: 100 },
      { hours: 48, percent: 50 },
    ],
  },
  card: {
    cardGuarantee: {
      ...{ noShowPercent: 100, lateCancelPercent: 50, onlyNewCustomers: false, fromTotalCents: 0 },
    },
  },
} satisfies Record<string, Partial<Settings>>

export type Demand = keyof typeof demands

/** The last day that bookings are created on. */
const lastDay = 89

/** Every free time of the salon with twenty professionals. */
export const freeTimes = { ...busyDays, fromDay: 1, toDay: lastDay }
/** The days on which bookings are moved, and those on which they are cancelled. */
export const movedDays = { ...busyDays, fromDay: 1, toDay: 44 }
export const cancelledDays = { ...busyDays, fromDay: 45, toDay: lastDay }
/** Every free time of the salons with one professional: those to measure with, and others. */
export const freeTimesDayAndNight = { ...dayAndNight, visitsPerDay: 0, fromDay: 1, toDay: 200 }
export const laterTimesDayAndNight = { ...freeTimesDayAndNight, fromDay: 201, toDay: 364 }

/** Creates all salons with their diaries, in bulk. */
export async function openBenchSalons(
  administration: Administration,
  options: OpenSalonsOptions,
  signInOwner: (slug: string) => Promise<string>,
): Promise<BenchSalons> {
  const open = (slug: string, options: Parameters<typeof openBenchSalon>[2]) =>
    openBenchSalon(administration, slug, options)
  const large = await open('large', { fixture: team })
  const limited = await open('limited', { fixture: team, isLimited: true })
  const neighbour = await open('neighbour', { fixture: team })
  const longList = await open('long-list', { fixture: services(2000) })
  const young = await open('young', { fixture: alwaysOpen })
  const aged = await open('aged', { fixture: alwaysOpen })

  await large.fill({ ...busyDays, fromDay: -30, toDay: lastDay + 1 })
  await large.fill({
    ...busyDays,
    fromDay: -Math.round(monthsOfHistory * 30.4),
    toDay: -31,
    professionals: 5,
  })
  await limited.fill({ ...busyDays, fromDay: 0, toDay: 31 })
  if (options.withHistory) {
    await aged.fill({
      ...dayAndNight,
      visitsPerDay: dayAndNight.timesPerDay,
      fromDay: -Math.ceil(pastVisits / dayAndNight.timesPerDay),
      toDay: -1,
    })
  }
  const demanding = options.withDemands
    ? {
        prepayment: await openDemanding('prepayment'),
        deposit: await openDemanding('deposit'),
        card: await openDemanding('card'),
      }
    : null
  const calendar = options.withCalendar ? await open('calendar', { fixture: team }) : null
  await calendar?.fill({ ...busyDays, fromDay: -30, toDay: 15 })
  const settings = options.withSettings
    ? await open('settings', { fixture: { ...team, ...services(500) } })
    : null
  await settings?.fill({ ...busyDays, fromDay: 1, toDay: 60 })
  const agenda = options.withAgenda
    ? await open('agenda', { fixture: { ...team, professionals: team.professionals.slice(0, 5) } })
    : null
  await agenda?.fill({ ...busyDays, visitsPerDay: 12, fromDay: -30, toDay: lastDay })
  const changing = options.withChanges ? await open('changing', { fixture: team }) : null
  await changing?.fill({ ...busyDays, fromDay: 1, toDay: lastDay })
  const grown = options.withGrown ? await openGrownSalon(administration, signInOwner) : null
  await administration.owner.unsafe('vacuum analyze')
  return {
    ...{ large, limited, neighbour, longList, young, aged },
    ...{ demanding, calendar, agenda, settings, changing, grown },
  }

  /** With an account that could be paid. */
  function openDemanding(demand: Demand): Promise<BenchSalon> {
    const settings = {
      ...alwaysOpen.settings,
      acceptsOnlinePayments: true,
      ...demands[demand],
    }
    return open(demand, { fixture: { ...alwaysOpen, settings }, hasAccount: true })
  }
}
