import { type Administration, type BenchSalon, busyDays, openBenchSalon } from './salon.ts'

/** The salons that requests are sent to. */
export interface BenchSalons {
  /** Twenty professionals with busy diaries, of whom five have 18 months of history. */
  large: BenchSalon
  /** The same days, with the default rate limits. */
  limited: BenchSalon
  /** Its diary is empty. */
  neighbour: BenchSalon
  /** One professional without past visits. */
  young: BenchSalon
  /** One professional with 100,000 past visits. */
  aged: BenchSalon
  /** 10,120 visits between 30 days ago and the horizon; null: it is not needed. */
  calendar: BenchSalon | null
}

/** Visits that take long to insert. */
export interface OpenSalonsOptions {
  /** Whether `aged` gets its past visits. */
  withHistory: boolean
  withCalendar: boolean
}

const professionals = 20
const monthsOfHistory = 18
const pastVisits = 100_000

const team = {
  professionals: Array.from({ length: professionals }, (_, index) => `Professional ${index}`),
  services: Array.from({ length: 12 }, (_, index) => ({ name: `Service ${index}` })),
}

/** Open day and night, so that there are enough free times. */
const alwaysOpen = {
  hours: '00:00-24:00',
  professionals: ['Professional'],
  services: [{ name: 'Service 0', minutes: 15 }],
  settings: { horizonDays: 365 },
}
const dayAndNight = { visitMinutes: 15, firstMinute: 0, timesPerDay: 96 }

/** The last day that bookings are created on. */
const lastDay = 89

/** Every free time of the salon with twenty professionals. */
export const freeTimes = { ...busyDays, fromDay: 1, toDay: lastDay }
/** Every free time of the salons with one professional: those to measure with, and others. */
export const freeTimesDayAndNight = { ...dayAndNight, visitsPerDay: 0, fromDay: 1, toDay: 200 }
export const laterTimesDayAndNight = { ...freeTimesDayAndNight, fromDay: 201, toDay: 364 }

/** Creates all salons with their diaries, in bulk. */
export async function openBenchSalons(
  administration: Administration,
  options: OpenSalonsOptions,
): Promise<BenchSalons> {
  const open = (slug: string, options: Parameters<typeof openBenchSalon>[2]) =>
    openBenchSalon(administration, slug, options)
  const large = await open('large', { fixture: team })
  const limited = await open('limited', { fixture: team, isLimited: true })
  const neighbour = await open('neighbour', { fixture: team })
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
  const calendar = options.withCalendar ? await open('calendar', { fixture: team }) : null
  await calendar?.fill({ ...busyDays, fromDay: -30, toDay: 15 })
  await administration.owner.unsafe('vacuum analyze')
  return { large, limited, neighbour, young, aged, calendar }
}
