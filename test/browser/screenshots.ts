import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { endFile, endProcess } from '../support/at-end.ts'
import { openVisitors, type VisitorOptions } from './bed/in-browser.ts'
import { eventsOf, fillContact, goOn, recordEvents } from './bed/widget.ts'

// `npm run screenshots`: starts the demo with a data folder of its own and writes the steps of a
// booking to docs/images.

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const phoneHeight = 1050
const dataDir = mkdtempSync(join(tmpdir(), 'silla-screenshots-'))
const visitors = openVisitors()
const stop = await startDemo()

try {
  mkdirSync(images, { recursive: true })
  await bookInEnglish()
  await chooseInArabic()
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

/** A day that has free times whatever the time of the day is now. */
async function chooseNextWeek(page: Page): Promise<void> {
  await page.locator('[part~=day-free]').nth(3).click()
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
