import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { agendaSite, openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const themes = ['light', 'dark'] as const

test(
  'D71, D73: axe finds nothing in a day, in any language, theme and width',
  inBrowser(async (bed) => {
    for (const language of ['es', 'en', 'ar'] as const) {
      const page = await openAgenda(bed, salon, { language, path: `/agenda?lang=${language}` })
      await piece(page, 'Lucía Prado').waitFor()
      const checked = new Set<string>()
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme })
        for (const width of [320, 768, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          await assertAccessible(page, `${language} ${colorScheme} ${width}`, checked)
        }
      }
    }
  }),
)

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
      for (const view of ['semana', 'lista', 'mes', 'confirmar', 'espera', 'buscar']) {
        await page.goto(`${await agendaSite()}/agenda/${view}?lang=${language}`)
        await page.locator('#title').waitFor()
        await page.locator('.skeleton').waitFor({ state: 'detached' })
        await assertAccessible(page, `${view} ${language}`)
      }
    }
  }),
)

test(
  'D71: at 1280 pixels the buttons of a week and a month stand beside the heading, in any language',
  inBrowser(async (bed) => {
    for (const language of ['es', 'en', 'ar'] as const) {
      const page = await openAgenda(bed, salon, { language, width: 1280 })
      for (const view of ['semana', 'mes']) {
        await page.goto(`${await agendaSite()}/agenda/${view}?lang=${language}`)
        await page.locator('.who-of').waitFor()
        const { height = 0 } = (await page.locator('.heading').boundingBox()) ?? {}
        // buttons of 44 pixels: a second row would be as much again
        assert.ok(height < 80, `${view} in ${language}: ${height} pixels`)
      }
    }
  }),
)

test(
  'D71: at 320 pixels the whole date is in view, and all weeks of a month are as high, in any language',
  inBrowser(async (bed) => {
    for (const language of ['es', 'en', 'ar'] as const) {
      const path = `/agenda/mes?lang=${language}`
      const page = await openAgenda(bed, salon, { language, width: 320, path })
      await page.locator('.month-day .bar-of').first().waitFor()
      const missing = await page.locator('.date').evaluate((field) => {
        const shown = field.getBoundingClientRect().width
        field.style.flex = 'none'
        return field.getBoundingClientRect().width - shown
      })
      assert.ok(missing <= 0, `${language}: ${missing} pixels of the date are cut`)
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        const rows = await page.locator('.month tbody tr').all()
        const boxes = await Promise.all(rows.map((row) => row.boundingBox()))
        const heights = boxes.map((box) => Math.round(box?.height ?? 0))
        assert.equal(new Set(heights).size, 1, `${language} ${width}: ${heights}`)
      }
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
