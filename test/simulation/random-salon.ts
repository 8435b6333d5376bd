import type { Random } from '../support/random.ts'
import { dateAfter, localTime, nextClockChange } from './model/local-time.ts'
import type {
  ClosingPlan,
  OpeningPlan,
  ProfessionalPlan,
  SalonPlan,
  ServicePlan,
  TimeSpan,
} from './model/plan.ts'

/** Lord Howe changes by half an hour, Cairo at midnight, Dubai never. */
const timezones = [
  'Europe/Madrid',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Dubai',
]

const firstDay = Date.UTC(2030, 0, 1)
const days = 730
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** A salon that opens on some day of two years, more often than not just before a clock change. */
export function randomSalon(random: Random): SalonPlan {
  const timezone = random.pick(timezones)
  const opensAt = openingMoment(random, timezone)
  const isOpenAtNight = random.chance(0.4)
  const week = weekdays.map((weekday) => openingDay(random, weekday, isOpenAtNight))
  const services = Array.from({ length: random.integer(1, 4) }, (_, index) =>
    service(random, index),
  )
  const takesOnlinePayments = random.chance(0.7)
  const wantsCards = takesOnlinePayments && random.chance(0.5)
  const today = localTime(opensAt, timezone).date
  const plan: SalonPlan = {
    timezone,
    opensAt,
    intervalMinutes: random.pick([15, 30]),
    horizonDays: random.pick([1, 3, 7, 14, 45, 90]),
    noticeMinutes: random.pick([0, 0, 0, 45, 1440]),
    cancellationHours: random.pick([0, 2, 24]),
    rescheduleHours: random.pick([null, null, 0, 48]),
    rescheduleLimit: random.pick([5, 1, 1]),
    autocompleteHours: random.pick([24, 24, 2, null]),
    takesOnlinePayments,
    // it would come before a card
    requiresPrepayment: takesOnlinePayments && random.chance(0.6) && !wantsCards,
    deposit: takesOnlinePayments && random.chance(0.4) ? deposit(random) : null,
    cardGuarantee: wantsCards ? cardGuarantee(random) : null,
    refundTiers: random.pick(tiers),
    confirmsByHand: random.chance(0.25),
    pointsEnabled: random.chance(0.85),
    phoneRequired: random.chance(0.2),
    week,
    closings: Array.from({ length: random.integer(0, 3) }, () => closing(random, today)).reduce(
      withClosing,
      [],
    ),
    services,
    professionals: Array.from({ length: random.integer(1, 3) }, (_, index) =>
      professional(random, { index, week, services, today }),
    ),
    products: Array.from({ length: random.integer(0, 2) }, (_, index) => ({
      name: `Product ${index}`,
      priceCents: random.integer(100, 3000),
      pointsAwarded: random.pick([0, 3, 12]),
      stock: random.pick([null, 2, 9]),
    })),
    packages: random.chance(0.5) ? [{ name: 'Points 0', points: 40, priceCents: 900 }] : [],
  }
  // a salon file may have no tier of which it is too late to cancel (D38)
  const mayApply = ({ hours }: { hours: number }) => hours >= plan.cancellationHours
  return { ...plan, refundTiers: plan.refundTiers.filter(mayApply) }
}

/** The same salon with another schedule and other prices; somebody may leave it or come back. */
export function changedSalon(random: Random, plan: SalonPlan, now: number): SalonPlan {
  const today = localTime(now, plan.timezone).date
  const changing = random.chance(0.4) ? random.pick(plan.professionals) : null
  const others = plan.professionals.filter((each) => each !== changing)
  // somebody always stays
  const mayLeave = others.some(({ hasLeft }) => !hasLeft)
  return {
    ...plan,
    closings: withClosing(plan.closings.slice(1), closing(random, today)),
    services: plan.services.map((each) => ({ ...each, ...prices(random) })),
    professionals: plan.professionals.map((each) => ({
      ...each,
      exceptions: withException(random, each, today),
      ...(each === changing && { hasLeft: !each.hasLeft && mayLeave }),
    })),
  }
}

/** The first has the most hours. */
const tiers = [
  [],
  [],
  [
    { hours: 48, percent: 100 },
    { hours: 24, percent: 50 },
  ],
  [
    { hours: 72, percent: 75 },
    { hours: 0, percent: 33 },
  ],
]

const deposit = (random: Random) => ({
  ...random.pick([
    { percent: 30, amountCents: null },
    { percent: null, amountCents: 1000 },
  ]),
  fromTotalCents: random.pick([0, 2000]),
})

const cardGuarantee = (random: Random) => ({
  ...random.pick([
    { noShowPercent: 100, lateCancelPercent: 50 },
    { noShowPercent: 33, lateCancelPercent: 0 },
  ]),
  fromTotalCents: random.pick([0, 0, 1500]),
})

function openingMoment(random: Random, timezone: string): number {
  const someDay = firstDay + random.integer(0, days - 1) * 86_400_000
  const change = random.chance(0.7) ? nextClockChange(someDay, timezone) : null
  const hours = random.integer(-72, 20)
  return (change === null ? someDay : change + hours * 3_600_000) + random.integer(0, 3599) * 1000
}

function openingDay(random: Random, weekday: number, isOpenAtNight: boolean): OpeningPlan {
  if (random.chance(0.1)) return { weekday, hours: null, pause: null }
  const hours = isOpenAtNight
    ? { from: 0, to: random.pick([780, 1440]) }
    : { from: random.pick([480, 540, 615]), to: random.pick([1080, 1200, 1305]) }
  const pauses = isOpenAtNight ? [{ from: 140, to: 170 }] : [{ from: 840, to: 960 }]
  return { weekday, hours, pause: random.chance(0.3) ? random.pick(pauses) : null }
}

const closing = (random: Random, today: string): ClosingPlan => {
  const date = dateAfter(today, random.integer(0, 10))
  const from = random.integer(0, 60) * 20
  return random.chance(0.5)
    ? { date, from: null, to: null }
    : { date, from, to: Math.min(1440, from + random.integer(1, 9) * 20) }
}

/** A salon file may have no closings that overlap; the new one replaces those. */
const withClosing = (closings: readonly ClosingPlan[], added: ClosingPlan): ClosingPlan[] => [
  ...closings.filter(
    ({ date, from, to }) =>
      date !== added.date || (from ?? 0) >= (added.to ?? 1440) || (to ?? 1440) <= (added.from ?? 0),
  ),
  added,
]

function service(random: Random, index: number): ServicePlan {
  return {
    name: `Service ${index}`,
    minutes: random.pick([15, 20, 30, 45, 60, 90, 150]),
    pointsAwarded: random.pick([0, 5, 10]),
    pointsPrice: random.pick([0, 8, 25]),
    bookableOnline: index === 0 || random.chance(0.85),
    ...prices(random),
  }
}

/** Some are below the amount that can be charged online. */
function prices(random: Random): Pick<ServicePlan, 'priceCents' | 'offerPriceCents'> {
  const priceCents = random.pick([30, 1250, 1800, 2999, 4500])
  return { priceCents, offerPriceCents: random.chance(0.2) ? priceCents - 20 : null }
}

function professional(
  random: Random,
  {
    index,
    week,
    services,
    today,
  }: {
    index: number
    week: readonly OpeningPlan[]
    services: readonly ServicePlan[]
    today: string
  },
): ProfessionalPlan {
  const shifts = week.flatMap(({ weekday, hours }) =>
    random.chance(0.1) ? [] : spansOf(random, hours).map((span) => ({ weekday, ...span })),
  )
  const plan = {
    name: `Professional ${index}`,
    hasLeft: false,
    shifts,
    exceptions: [],
    services: services.filter((_, at) => at === 0 || random.chance(0.8)).map(({ name }) => name),
  }
  return { ...plan, exceptions: random.chance(0.6) ? withException(random, plan, today) : [] }
}

function withException(random: Random, { exceptions }: ProfessionalPlan, today: string) {
  const date = dateAfter(today, random.integer(0, 8))
  const shifts = random.chance(0.4) ? [] : spansOf(random, { from: 0, to: 1440 })
  return [...exceptions.filter((each) => each.date !== date), { date, shifts }]
}

/** One shift or two, not always within the opening hours and not on the grid of the hours. */
function spansOf(random: Random, hours: TimeSpan | null): TimeSpan[] {
  const { from, to } = hours ?? { from: 540, to: 1200 }
  const start = Math.min(from + random.pick([0, 0, 10, 60]), to - 60)
  if (random.chance(0.5)) return [{ from: start, to }]
  const middle = start + Math.floor((to - start) / 10) * 5
  const rest = random.pick([0, 45, 120])
  return middle + rest < to
    ? [
        { from: start, to: middle },
        { from: middle + rest, to },
      ]
    : [{ from: start, to: middle }]
}
