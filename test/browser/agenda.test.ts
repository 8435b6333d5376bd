import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedInStaff } from '../support/signed-in-staff.ts'
import { agendaSite, openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'
import { cookieOf } from './bed/staff-site.ts'

const salon = await openBusySalon()

test(
  'D71: the day of all professionals, in every language, theme and width',
  inBrowser(async (bed) => {
    for (const language of ['es', 'en', 'ar'] as const) {
      const page = await openAgenda(bed, salon, { language, path: `/agenda?lang=${language}` })
      await piece(page, 'Lucía Prado').waitFor()
      const checked = new Set<string>()
      for (const colorScheme of ['light', 'dark'] as const) {
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
  'D63: who is not signed in signs in first and comes back; a session that ends elsewhere says so',
  inBrowser(async (bed) => {
    const page = await bed.visitor()
    const path = '/agenda?fecha=2030-03-05'
    await page.goto(`${await agendaSite()}${path}`)
    await page.getByRole('heading', { name: 'Acceso del equipo' }).waitFor()
    const session = await signedInStaff(salon, { role: 'owner', professionalId: null })
    await page.context().addCookies([cookieOf(session)])
    await page.reload()
    await page.getByRole('heading', { name: 'martes, 5 de marzo' }).waitFor()
    assert.ok(page.url().endsWith(path))
  }),
)
