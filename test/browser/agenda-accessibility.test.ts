import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

// every two of a language, a theme and a width are seen together
const looksOfDay = {
  es: { 320: 'light', 768: 'dark', 1280: 'light' },
  en: { 320: 'dark', 768: 'light', 1280: 'dark' },
  ar: { 320: 'dark', 768: 'dark', 1280: 'light' },
} as const

test(
  'D71, D73: axe finds nothing in a day, in any language, theme and width',
  inBrowser(async (bed) => {
    for (const language of ['es', 'en', 'ar'] as const) {
      const page = await openAgenda(bed, salon, { language, path: `/agenda?lang=${language}` })
      await piece(page, 'Lucía Prado').waitFor()
      for (const [width, colorScheme] of Object.entries(looksOfDay[language])) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width: Number(width), height: 900 })
        await assertAccessible(page, `${language} ${colorScheme} ${width}`)
      }
    }
  }),
)

/** The other views, and what only each and not the one before it has. */
const views = [
  ['semana', '.who-of'],
  ['confirmar', '.agenda-list, .empty'],
  ['mes', '.month'],
  ['espera', '.agenda-list, .empty'],
  ['lista', '.of-day'],
  ['buscar', '.search'],
] as const

/** As the page itself goes on: it is not loaded again. */
const show = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState(null, '', '${path}')
    dispatchEvent(new PopStateEvent('popstate'))`)

test(
  'D71, D73: axe finds nothing in the other views',
  inBrowser(async (bed) => {
    // what a language, a theme and a width change is the same in all of them
    const looks = [
      { language: 'es', theme: 'light', width: 320 },
      { language: 'ar', theme: 'dark', width: 1280 },
    ] as const
    for (const { language, ...look } of looks) {
      const page = await openAgenda(bed, salon, { language, ...look })
      for (const [view, content] of views) {
        await show(page, `/agenda/${view}?lang=${language}`)
        await page.locator(content).first().waitFor()
        await page.locator('.skeleton').waitFor({ state: 'detached' })
        await assertAccessible(page, `${view} ${language}`)
      }
    }
  }),
)

test(
  'D71: the buttons of a week and a month stand beside the heading, the whole date is in view, and all weeks are as high, in any language',
  inBrowser(async (bed) => {
    for (const language of ['es', 'en', 'ar'] as const) {
      const path = `/agenda/semana?lang=${language}`
      const page = await openAgenda(bed, salon, { language, width: 1280, path })
      const assertOneRow = async (view: string) => {
        const { height = 0 } = (await page.locator('.heading').boundingBox()) ?? {}
        // buttons of 44 pixels: a second row would be as much again
        assert.ok(height < 80, `${view} in ${language}: ${height} pixels`)
      }
      await page.locator('.who-of').waitFor()
      await assertOneRow('semana')
      await show(page, `/agenda/mes?lang=${language}`)
      await page.locator('.month-day .bar-of').first().waitFor()
      await assertOneRow('mes')
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 900 })
        const rows = await page.locator('.month tbody tr').all()
        const boxes = await Promise.all(rows.map((row) => row.boundingBox()))
        const heights = boxes.map((box) => Math.round(box?.height ?? 0))
        assert.equal(new Set(heights).size, 1, `${language} ${width}: ${heights}`)
      }
      const missing = await page.locator('.date').evaluate((field) => {
        const shown = field.getBoundingClientRect().width
        field.style.flex = 'none'
        return field.getBoundingClientRect().width - shown
      })
      assert.ok(missing <= 0, `${language}: ${missing} pixels of the date are cut`)
    }
  }),
)

test(
  'D71: axe finds nothing in the dialogs',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { theme: 'dark', width: 320, path: '/agenda/lista' })
    const check = async (what: string) => {
      await page.waitForLoadState('networkidle')
      await assertAccessible(page, what)
    }
    await page.getByRole('button', { name: /Emma Ríos/ }).click()
    await page.getByRole('heading', { name: 'Ficha' }).waitFor()
    await check('visit')
    await button(page, 'Mover').click()
    await page.getByLabel('Hora').fill('18:00')
    await page.getByText('Mismo precio.').waitFor()
    await check('move')
    await page.keyboard.press('Escape')
    await button(page, 'Cambiar servicios').click()
    await page.getByLabel('Otro precio').first().fill('20')
    await page.getByRole('alert').first().waitFor()
    await check('lines')
    await page.keyboard.press('Escape')
    await button(page, 'Cancelar cita').click()
    await page.getByText('No hay nada que devolver.').waitFor()
    await check('cancel')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await button(page, 'Nueva cita').click()
    await page.getByLabel('Cliente').fill('lucía')
    await button(page, 'Lucía Prado').or(page.locator('.result')).first().waitFor()
    await check('new visit')
    await page.keyboard.press('Escape')
    await button(page, 'Bloquear').click()
    await check('block')
    await page.keyboard.press('Escape')
    await button(page, 'Menú').click()
    await check('menu')
  }),
)
