import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { endFile, endProcess } from '../support/at-end.ts'
import { readOptions } from '../support/program-options.ts'
import { openVisitors, type VisitorOptions } from './bed/in-browser.ts'
import { eventsOf, fillContact, goOn, recordEvents } from './bed/widget.ts'

await readOptions({
  command: 'npm run screenshots',
  about:
    'Starts the demo with a data folder of its own and writes the steps of a booking and the agenda to docs/images.',
})

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const phoneHeight = 1050
/** Of the free days of a month, counted from 0. */
const wantedDay = 3
/** Hours at the barbershop: before and after them no visit is done, or none is to come. */
const [firstHour, lastHour] = [12, 18]
requireOpenSalon('Europe/Madrid')
const dataDir = mkdtempSync(join(tmpdir(), 'silla-screenshots-'))
const visitors = openVisitors()
const stop = await startDemo()

try {
  mkdirSync(images, { recursive: true })
  await bookInEnglish()
  await chooseInArabic()
  await showAgenda()
} finally {
  await visitors.close()
  await endFile()
  await endProcess()
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** A prepaid visit of a salon, on a phone: each step, then the page of the booking. */
async function bookInEnglish(): Promise<void> {
  const { page, origin } = await openPage('oasis-dubai', 'en', { width: 390 })
  const services = page.getByRole('checkbox')
  await services.nth(0).check()
  await services.nth(1).check()
  await shoot(page, 'booking-services')
  await goOn(page)
  await page.getByRole('radio').nth(1).check()
  await shoot(page, 'booking-professional')
  await goOn(page)
  await chooseNextWeek(page)
  await shoot(page, 'booking-time')
  await goOn(page)
  await fillContact(page, { name: 'Maya Haddad', email: 'maya@example.com' })
  await page.locator('input#phone').fill('+971 50 123 4567')
  await shoot(page, 'booking-contact')
  await goOn(page)
  await page.locator('#test-card').waitFor()
  await shoot(page, 'booking-payment')
  await goOn(page)
  const [booked] = await eventsOf(page)
  const code = booked?.detail.codigo ?? ''
  await page.getByText(code).waitFor()
  await shoot(page, 'booking-done')

  await page.goto(`${origin}/s/oasis-dubai/r/${code}?lang=en`)
  const buttons = page.locator('silla-manage .actions button')
  await buttons.nth(1).click()
  await page.locator('#reason').waitFor()
  await shoot(page, 'manage-cancel')
}

/** The page of a salon, dark and from right to left. */
async function chooseInArabic(): Promise<void> {
  const { page } = await openPage('oasis-dubai', 'ar', { width: 1280, theme: 'dark' })
  await page.getByRole('checkbox').first().check()
  await page.evaluate('scrollTo(0, 0)')
  // its picture of the salon takes three times as much as a PNG
  await page.screenshot({ path: join(images, 'booking-page-ar.jpg'), quality: 70 })
}

/** The picture of a day has visits that are done, others that are to come, and the present. */
function requireOpenSalon(timezone: string): void {
  const { dayOfWeek, hour } = Temporal.Now.zonedDateTimeISO(timezone)
  if (dayOfWeek < 7 && hour >= firstHour && hour < lastHour) return
  throw new Error(
    `The demo barbershop is not in the middle of a day: take the pictures from Monday to Saturday between ${firstHour}:00 and ${lastHour}:00 in ${timezone}.`,
  )
}

/** The agenda of a salon as its owner sees it, signed in with one click. */
async function showAgenda(): Promise<void> {
  const { baseUrl, businesses } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const staffUrl = `http://localhost:${new URL(baseUrl).port}`
  const [barbershop, dubai] = businesses
  const day = Temporal.Now.plainDateISO(barbershop.timezone)
  const open = async ({ slug }: { slug: string }, path: string, options: VisitorOptions) => {
    const page = await visitors.visitor(options)
    await page.setViewportSize({ width: options.width ?? 1200, height: options.width ? 760 : 780 })
    await page.goto(`${staffUrl}/dev/staff/${slug}/owner`)
    await page.goto(`${staffUrl}/agenda${path}`)
    await page.locator('#title').waitFor()
    await page.locator('.skeleton').waitFor({ state: 'detached' })
    return page
  }
  const take = (page: Page, name: string) =>
    page.screenshot({ path: join(images, `agenda-${name}.jpg`), quality: 62 })

  const wide = await open(barbershop, `?fecha=${day}&lang=en`, { language: 'en' })
  await wide.locator('.piece').first().waitFor()
  await take(wide, 'day')
  const week = `/semana?fecha=${day}&lang=en`
  const dark = await open(barbershop, week, { language: 'en', theme: 'dark' })
  await dark.locator('.piece').first().waitFor()
  await take(dark, 'week-dark')
  const phone = { language: 'en', width: 390 } as const
  await take(await open(barbershop, `/lista?fecha=${day}&lang=en`, phone), 'list-phone')
  const month = await open(dubai, '/mes?lang=ar', { language: 'ar' })
  // the days are there before their visits are read
  await month
    .locator('.month-day .small')
    .filter({ hasText: /[\d٠-٩]/ })
    .first()
    .waitFor()
  await take(month, 'month-ar')

  const { date, id } = await bookDearVisit(baseUrl, barbershop)
  const moving = await open(barbershop, `?fecha=${date}&lang=en`, { language: 'en' })
  await moving.locator(`.piece[data-key="r${id}-0"]`).focus()
  for (const key of ['m', 'ArrowLeft', 'Enter']) await moving.keyboard.press(key)
  await moving.locator('.outcome').waitFor()
  await take(moving, 'move')

  const services = '/ajustes?parte=servicios&lang=en'
  const settings = await open(barbershop, services, { language: 'en' })
  const price = settings.locator('.price input').first()
  await price.fill(`${Number(await price.inputValue()) + 2}`)
  await settings.locator('.save-bar .primary').click()
  await settings.getByRole('dialog').waitFor()
  await take(settings, 'settings')
}

/** The fields of answers that are read. */
interface Answer {
  id: number
  profesionales: { id: number }[]
  servicios: { id: number }[]
  slots: { disponible: boolean; hora_inicio: string }[]
}

/** A visit that the professional to the left can take too, at another price: of the second one, and dearer. */
async function bookDearVisit(
  baseUrl: string,
  { secretKey, timezone }: { secretKey: string; timezone: string },
): Promise<{ date: string; id: number }> {
  const headers = { 'X-API-Key': secretKey, 'Content-Type': 'application/json' }
  const send = async (path: string, request: RequestInit = {}) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, { headers, ...request })
    return ((await response.json()) as { data: Answer }).data
  }
  const [first, second] = (await send('/peluqueros/')).profesionales
  const [dear] = (await send('/servicios/?reservable_online=false')).servicios
  const today = Temporal.Now.plainDateISO(timezone)
  for (let days = 1; days < 15; days++) {
    const date = today.add({ days }).toString()
    const timesOf = async (id: number | undefined) => {
      const { slots } = await send(`/disponibilidad/${id}/${date}/?servicio_id=${dear?.id}`)
      return slots.filter(({ disponible }) => disponible)
    }
    // so that the picture shows the price, and no refusal
    const others = new Set((await timesOf(first?.id)).map(({ hora_inicio }) => hora_inicio))
    const free = (await timesOf(second?.id)).find(({ hora_inicio }) => others.has(hora_inicio))
    if (!free) continue
    const body = {
      ...{ servicio_ids: [dear?.id], peluquero_id: second?.id, fecha: date },
      ...{ hora_inicio: free.hora_inicio, por_negocio: true, nombre: 'Lola Ferrer', email: '' },
    }
    const request = { method: 'POST', body: JSON.stringify(body) }
    return { date, id: (await send('/reservas/crear/', request)).id }
  }
  throw new Error('nobody has time for the dear visit')
}

async function openPage(
  slug: string,
  language: NonNullable<VisitorOptions['language']>,
  options: VisitorOptions,
): Promise<{ page: Page; origin: string }> {
  const page = await visitors.visitor({ language, ...options })
  await recordEvents(page)
  const { baseUrl } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  await page.goto(`${baseUrl}/s/${slug}?lang=${language}`)
  await page.locator('#title').waitFor()
  return { page, origin: baseUrl }
}

/** A day that has free times whatever the time of the day and the day of the month are now. */
async function chooseNextWeek(page: Page): Promise<void> {
  const free = page.locator('[part~=day-free]')
  await free.first().waitFor()
  if ((await free.count()) <= wantedDay) {
    await page.getByRole('button', { name: 'Next month' }).click()
    // the days of the month before are gone when those of the next one have come
    await free.nth(wantedDay).waitFor()
  }
  await free.nth(wantedDay).click()
  await page.locator('[part~=time] input').first().check()
}

/** The widget, without what the page shows around it; of what is long, as much as a phone shows. */
async function shoot(page: Page, name: string): Promise<void> {
  const element = 'silla-booking, silla-manage'
  const { height = 0 } = (await page.locator(element).boundingBox()) ?? {}
  await page.setViewportSize({ width: 390, height: Math.ceil(Math.min(height, phoneHeight)) })
  await page.evaluate(`document.querySelector('${element}').scrollIntoView()`)
  await page.screenshot({ path: join(images, `${name}.png`) })
}

/** @returns what stops it */
async function startDemo(): Promise<() => Promise<unknown>> {
  const demo = spawn(
    process.execPath,
    ['--conditions=@silla/source', 'services/dev/bin/start.js'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PORT: '0', SILLA_DATA_DIR: dataDir },
    },
  )
  const ended = once(demo, 'exit')
  for await (const line of createInterface(demo.stdout)) if (line.includes('/s/')) break
  return () => {
    demo.kill('SIGTERM')
    return ended
  }
}
