import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DemoExamples } from '@silla/api'
import { openApi } from '../support/api.ts'
import { openSalon } from '../support/salon.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'

const operation = '#tag/bookings/POST/api/v1/reservas/crear/'

test(
  'the reference is accessible, light and wide, dark and narrow, and needs no other server',
  inBrowser(async ({ t, visitor }) => {
    const { root, key } = await openReference(t)
    const page = await visitor({ language: 'en' })
    await page.goto(`${root}/docs`)
    await page.getByRole('heading', { name: 'Book', exact: true }).waitFor()
    await assertAccessible(page, 'guides')

    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 320, height: 640 })
    // another fragment alone would load nothing, and be seen while the colours change
    await page.goto('about:blank')
    await page.goto(`${root}/docs${operation}`)
    await page.getByRole('heading', { name: 'Create a booking' }).waitFor()
    await page.locator('.hljs:has-text("747F0HAP9Q"), .hljs:has-text("codigo")').first().waitFor()
    await assertAccessible(page, 'an operation')
    assert.ok((await page.content()).includes(key), 'the key is filled in')
  }),
)

test(
  'the reference of a demo sends a request as it is filled in, and is searched with the keyboard',
  inBrowser(async ({ t, visitor }) => {
    const { root, secretKey } = await openReference(t, {
      requests: { getReservas: { query: { estado: 'confirmada' } } },
    })
    const page = await visitor({ language: 'en' })
    await page.goto(`${root}/docs#tag/bookings/GET/api/v1/reservas/`)
    await page.getByRole('button', { name: 'Test Request (get /api/v1/reservas/)' }).click()
    const request = page.waitForRequest(/\/reservas\/\?.*estado=confirmada/)
    await page.getByRole('button', { name: /^Send get request/ }).click()
    assert.equal((await request).headers()['x-api-key'], secretKey, 'what the operation needs')
    await page.getByRole('button', { name: 'Close Client' }).click()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type('Cancel a booking')
    await page
      .getByRole('option', { name: /Cancel a booking/ })
      .first()
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Cancel a booking' }).waitFor()
  }),
)

async function openReference(
  t: { after(close: () => Promise<void>): void },
  demo?: Pick<DemoExamples, 'requests'>,
) {
  const { publishableKey: key, secretKey } = await openSalon()
  const api = await openApi(undefined, {
    consoleKey: key,
    ...(demo && {
      findDemoExamples: async () => ({
        ...{ publishableKey: key, secretKey, accessToken: '', sessionToken: '', queries: {} },
        ...demo,
      }),
    }),
  })
  t.after(api.close)
  return { root: new URL('/', api.url).origin, key, secretKey }
}
