import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../support/api.ts'
import { openSalon } from '../support/salon.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser } from './bed/in-browser.ts'

test(
  'D29: the GraphQL console is accessible, light and wide, dark and narrow, and runs the first query',
  inBrowser(async ({ t, visitor }) => {
    const { publishableKey } = await openSalon()
    const api = await openApi(undefined, { consoleKey: publishableKey })
    t.after(api.close)
    const page = await visitor({ language: 'en' })
    await page.goto(`${new URL(api.url).origin}/graphiql`)
    for (const name of ['Pantalla', 'Dia', 'Reservar', 'MiCuenta', 'Agenda'])
      await page.locator('.window-switcher__input', { hasText: name }).waitFor()
    await page.locator('.query-editor__line-widget').waitFor()
    await assertAccessible(page, 'the console')
    // the browser may drop the body of a response before the test reads it
    const answered = Promise.withResolvers<Answer>()
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch()
      if (route.request().postData()?.includes('query Pantalla'))
        answered.resolve(await response.json())
      await route.fulfill({ response })
    })
    await page.locator('.query-editor__line-widget', { hasText: 'Pantalla' }).click()
    const { data } = await answered.promise
    assert.equal(data.peluqueros.items[0]?.nombre, 'Ana')

    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.reload()
    await page.locator('.query-editor__line-widget').waitFor()
    await assertAccessible(page, 'the console, dark and narrow')
  }),
)

interface Answer {
  data: { peluqueros: { items: { nombre: string }[] } }
}
