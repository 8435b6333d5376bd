import { openApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import type { TestClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'
import { givePoints } from '../support/points.ts'
import { insertReviews } from '../support/reviews.ts'
import { type Customer, openSalon, type TestSalon } from '../support/salon.ts'
import { type Harvest, openHarvest } from './harvest.ts'

/** The salons and API processes that requests are sent to. */
export interface Scene {
  /** `http://127.0.0.1:<port>` of the API process without rate limits. */
  origin: string
  /** The same of a process with them. */
  limitedOrigin: string
  salons: SceneSalon[]
  /** The clock of all processes; `advance` moves it. */
  clock: TestClock
  now(): Date
  /** Moves the clocks of all processes. */
  advance(seconds: number): void
  /** Returns the entries of level error since the last call. */
  takeLoggedErrors(): string[]
  /** The sign-in code that was mailed last. */
  latestCode(salon: SceneSalon): Promise<string>
}

export interface SceneSalon {
  salon: TestSalon
  timezone: string
  /** Signed-in customers. */
  customers: Customer[]
  /** Ids by kind. */
  ids: Record<'services' | 'professionals' | 'products' | 'packages' | 'categories', number[]>
  /** An entry of each list of settings (D67) that no booking needs. */
  spare: Record<SettingList, number>
  /** People who work there. */
  people: number[]
  harvest: Harvest
}

export const settingLists = [
  'categorias',
  'recursos',
  'servicios',
  'profesionales',
  'productos',
  'paquetes',
] as const
export type SettingList = (typeof settingLists)[number]

const errorLevel = 50

/**
 * Two salons with opposite settings: one confirms and charges later, the other takes prepayment,
 * confirms by hand and requires a phone number.
 */
export async function openScene(): Promise<Scene> {
  const { witness } = await testDatabase()
  const loggedErrors: string[] = []
  const logTarget = {
    write(line: string) {
      if (JSON.parse(line).level >= errorLevel) loggedErrors.push(line.trim())
    },
  }
  const api = await openApi(undefined, { logTarget })
  atEnd(api.close)
  const limits = { redisUrl: null, trustedProxies: [] }
  const limitedApi = await openApi(undefined, { logTarget, limits })
  atEnd(limitedApi.close)

  const names = {
    services: ['Corte', 'Barba', 'Tinte', 'Masaje'],
    professionals: ['Ana', 'Bea', 'Eva'],
    products: ['Cera', 'Peine'],
    packages: ['Bono'],
    categories: ['Cabello', 'Tienda'],
  }
  const catalogue = {
    services: [
      { name: 'Corte', priceCents: 1999, offerPriceCents: 1450, pointsPrice: 100 },
      { name: 'Barba', minutes: 20, featured: true },
      { name: 'Tinte', minutes: 90, priceCents: 5500 },
      { name: 'Masaje', bookableOnline: false },
    ],
    professionals: [
      'Ana',
      { name: 'Bea', exceptions: { '2030-03-05': null, '2030-03-06': ['10:00-12:00'] } },
      { name: 'Eva', services: ['Corte', 'Tinte'] },
    ],
    products: [
      { name: 'Cera', priceCents: 1400, offerPriceCents: 1250, pointsAwarded: 12, stock: 2000 },
      { name: 'Peine', stock: 3 },
    ],
    pointsPackages: [{ name: 'Bono', points: 100, priceCents: 999 }],
    closings: { '2030-03-07': null, '2030-03-08': '09:00-11:00' },
    payments: true,
    now: '2030-03-04T08:00',
  }
  const dubai = await openSalon({
    ...catalogue,
    timezone: 'Asia/Dubai',
    settings: {
      currency: 'AED',
      mainLanguage: 'ar',
      requiresPrepayment: true,
      confirmsByHand: true,
      phoneRequired: true,
      slotIntervalMinutes: 30,
      noticeMinutes: 120,
    },
  })
  const madrid = await openSalon({
    ...catalogue,
    break: '14:00-15:30',
    payments: { feeBasisPoints: 250 },
  })
  const clocks: TestClock[] = [api.clock, limitedApi.clock, madrid.clock]
  for (const clock of clocks) clock.set(madrid.clock.now())
  const salons = await Promise.all([
    openSceneSalon(madrid, 'Europe/Madrid', 3),
    openSceneSalon(dubai, 'Asia/Dubai', 1),
  ])
  await insertReviews(madrid, 'Ana', [{ rating: 5, day: '2030-03-01', comment: 'Muy bien' }])

  return {
    origin: new URL(api.url).origin,
    limitedOrigin: new URL(limitedApi.url).origin,
    salons,
    clock: api.clock,
    now: () => api.clock.now(),
    advance(seconds) {
      const now = new Date(api.clock.now().getTime() + seconds * 1000)
      for (const clock of clocks) clock.set(now)
    },
    takeLoggedErrors: () => loggedErrors.splice(0),
    async latestCode({ salon: { businessId } }) {
      const [row] = await witness<{ code: string | null }[]>`
        select payload ->> 'code' as code from mails
        where business_id = ${businessId} and kind = 'code' order by created_at desc, id desc limit 1`
      return row?.code ?? '000000'
    },
  }

  async function openSceneSalon(
    salon: TestSalon,
    timezone: string,
    customerCount: number,
  ): Promise<SceneSalon> {
    const customers: Customer[] = []
    for (let number = 0; number < customerCount; number++) {
      const person = { nombre: 'Marta Ruiz', email: `marta${number}@example.com` }
      const customer = await salon.customer({ ...person, telefono: '+34612345678' })
      await givePoints(salon, customer.id, 500)
      customers.push(customer)
    }
    const ids = Object.fromEntries(
      Object.entries(names).map(([kind, list]) => [kind, list.map(salon.id)]),
    ) as SceneSalon['ids']
    const spare = await spareEntries(salon)
    const team = [await salon.staff('manager'), await salon.staff('receptionist')]
    const people = team.map(({ staffId }) => staffId)
    return { salon, timezone, customers, ids, spare, people, harvest: openHarvest() }
  }
}

async function spareEntries({ backend, id }: TestSalon): Promise<SceneSalon['spare']> {
  const name = { nombre: { es: 'Otra', en: 'Other', ar: 'أخرى' } }
  const bodies: Record<SettingList, object> = {
    categorias: name,
    recursos: name,
    servicios: { ...name, categoria_id: id('Cabello'), duracion_minutos: 30, precio: 20 },
    profesionales: { nombre: 'Iris' },
    productos: { ...name, categoria_id: id('Tienda'), precio: 9 },
    paquetes: { ...name, puntos: 10, precio: 1 },
  }
  const spare: Partial<SceneSalon['spare']> = {}
  for (const list of settingLists)
    spare[list] = dataOf(await backend.post(`/ajustes/${list}/`, bodies[list]), 201).ajuste.id
  return spare as SceneSalon['spare']
}

/**
 * Names of tables, columns and constraints that no response may contain: those with an underscore
 * that are not names of the API too.
 *
 * @param published the texts that define the API
 */
export async function databaseNames(published: string): Promise<string[]> {
  const { witness } = await testDatabase()
  const rows = await witness<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema in ('app', 'registry', 'jobs')
    union select column_name from information_schema.columns where table_schema in ('app', 'registry', 'jobs')
    union select constraint_name from information_schema.table_constraints where table_schema in ('app', 'registry', 'jobs')`
  const words = new Set(published.match(/\w+/g))
  return rows.map(({ name }) => name).filter((name) => name.includes('_') && !words.has(name))
}
