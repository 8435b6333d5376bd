import type { Role } from '@silla/core'
import type { Locator, Page } from 'playwright-core'
import { openApi, testApi } from '../../support/api.ts'
import { dataOf } from '../../support/assertions.ts'
import { atEnd, onePerFile } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import { openSalon, type StaffFixture, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'
import { type SignedInStaff, signedInStaff } from '../../support/signed-in-staff.ts'
import type { BrowserTest, VisitorOptions } from './in-browser.ts'
import { cookieOf } from './staff-site.ts'

/** The origin of an API for staff, which has the clock of this file. */
export const agendaSite = onePerFile(async (): Promise<string> => {
  const { clock } = await testApi()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const api = await openApi(undefined, { clock, port, staffUrl: origin })
  atEnd(api.close)
  return origin
})

/** The present of `openBusySalon`: a Monday. */
export const now = '2030-03-04T10:40'

const team = ['Ana Prieto', 'Marta Sanz', 'Zoe Duarte', 'Iván Lago']

const services: SalonFixture['services'] = [
  { name: 'Corte', minutes: 45, category: 'Corte', priceCents: 2400 },
  { name: 'Corte de flequillo', minutes: 15, category: 'Corte', priceCents: 800 },
  {
    name: 'Color completo',
    phases: [30, 40, 20],
    bufferMinutes: 10,
    category: 'Color',
    needs: ['Lavabo'],
    priceCents: 6500,
  },
  { name: 'Peinado', minutes: 30, category: 'Peinado', priceCents: 2000 },
  { name: 'Manicura', minutes: 40, category: 'Manos', priceCents: 1900 },
]

/** A salon on a lively Monday: four professionals with all that a day can have, and one day off. */
export async function openBusySalon(more: SalonFixture = {}): Promise<TestSalon> {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    services,
    resources: { Lavabo: 2 },
    professionals: [
      ...team.slice(0, 3),
      { name: 'Iván Lago', shifts: { 1: ['10:00-14:00', '16:00-20:00'] } },
      { name: 'Noa Rey', shifts: { 2: ['09:00-20:00'] } },
    ],
    closings: { '2030-03-04': ['19:30-20:00'] },
    ...more,
  })
  const [ana = '', marta = '', zoe = '', ivan = ''] = team
  const book = async (who: string, time: string, name: string, wanted: string[], body = {}) =>
    dataOf(
      await salon.backend.book(who, time, {
        ...{ services: wanted, nombre: name, por_negocio: true, email: undefined, ...body },
      }),
      201,
    )
  await book(ana, '09:00', 'Lucía Prado', ['Corte'], { telefono: '612345678' })
  await book(ana, '10:00', 'Carla Montes', ['Color completo'], { email: 'carla@example.com' })
  await book(ana, '10:30', 'Sol Ibáñez', ['Corte de flequillo'])
  await book(ana, '12:30', 'Emma Ríos', ['Corte', 'Peinado'], { notas: 'Trae foto' })
  await book(marta, '09:30', 'Pablo Nieto', ['Peinado'])
  await book(marta, '11:00', 'Julia Sanchís', ['Manicura'])
  await book(marta, '16:00', 'Alba Ferrer', ['Corte'])
  await book(zoe, '10:15', 'Diego Castaño', ['Corte'])
  await book(zoe, '17:00', 'María de los Ángeles Fernández-Castillejo', ['Color completo'])
  await book(ivan, '16:30', 'Nora Vidal', ['Manicura'])
  dataOf(
    await salon.backend.post('/bloqueos/', {
      ...{ peluquero_id: salon.id(zoe), motivo: 'Curso de color' },
      ...{ desde: '2030-03-04T12:00', hasta: '2030-03-04T14:00' },
    }),
    201,
  )
  salon.setTime(now)
  return salon
}

/** Somebody of the salon in a browser of their own, signed in, at an address of the agenda. */
export async function openAgenda(
  bed: BrowserTest,
  salon: TestSalon,
  {
    role = 'owner',
    person = {},
    path = '/agenda',
    prepare = () => {},
    site,
    ...visitor
  }: VisitorOptions & {
    role?: Role
    person?: Omit<StaffFixture, 'professional'> & { professional?: string }
    path?: string
    /** Before the page is opened. */
    prepare?: (page: Page, session: SignedInStaff) => Promise<void> | void
    /** The origin of the API; default: `agendaSite`. */
    site?: string
  } = {},
): Promise<Page> {
  const { professional, ...more } = person
  const professionalId = professional === undefined ? null : salon.id(professional)
  const session = await signedInStaff(salon, { ...more, role, professionalId })
  const page = await bed.visitor(visitor)
  await page.context().addCookies([cookieOf(session)])
  await prepare(page, session)
  await page.goto(`${site ?? (await agendaSite())}${path}`)
  await page.locator('#title').waitFor()
  return page
}

/** A visit, hold or block in the grid, by a part of what it says. */
export const piece = (page: Page, text: string) =>
  page.getByRole('gridcell').filter({ hasText: text })

/** Sends again what failed, unless the page, which does that every five seconds, has just done so. */
export async function sendAgain(within: Page | Locator): Promise<void> {
  const retry = within.getByRole('button', { name: 'Reintentar', exact: true })
  await retry.evaluateAll((buttons) => (buttons[0] as { click(): void } | undefined)?.click())
}
