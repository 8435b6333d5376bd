import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '@silla/locale'
import type { Page } from 'playwright-core'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { openSalon } from '../support/salon.ts'
import { assertAccessible } from './bed/axe.ts'
import { type BrowserTest, inBrowser } from './bed/in-browser.ts'
import { openSite } from './bed/site.ts'

/** A visit that is over, and the element that its invitation leads to. */
async function completedVisit(bed: BrowserTest) {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T11:00')
  dataOf(await salon.backend.post(`/reservas/${booking.id}/completar/`))
  const { origin } = new URL((await testApi()).url)
  const site = await openSite(bed.t, ({ url = '' }) => ({
    policy: `default-src 'none'; script-src ${origin}; connect-src ${origin}; base-uri 'none'`,
    html: `<!doctype html><html lang="${url.slice(1)}" dir="${url === '/ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Salon</title>
<script type="module" src="${origin}/widget/v1/silla.js"></script>
<main><h1>Salon</h1><silla-manage key="${salon.publishableKey}" code="${booking.codigo}"
  lang="${url.slice(1)}"></silla-manage></main>`,
  }))
  return {
    salon,
    booking,
    async open(language: Language): Promise<Page> {
      const page = await bed.visitor({ language, width: 320, now: salon.clock.now() })
      await page.goto(`${site}/${language}`)
      await heading(page).waitFor()
      return page
    },
    async reviews(): Promise<string[]> {
      const { data } = await salon.guest.get(`/peluqueros/${salon.id('Ana')}/resenas/`)
      return data.items.map(
        ({ valoracion, comentario }: Record<string, unknown>) => `${valoracion} ${comentario}`,
      )
    },
  }
}

const heading = (page: Page) => page.locator('#title')
const mainButton = (page: Page) => page.locator('[part~=button]')

/** Presses the main button and waits for the next view, whose heading then has the focus. */
async function goOn(page: Page): Promise<void> {
  const before = (await heading(page).textContent()) ?? ''
  await mainButton(page).click()
  await page.locator('#title:focus').filter({ hasNotText: before }).waitFor()
}

const choose = (page: Page, stars: string) =>
  page.getByRole('radio', { name: stars, exact: true }).check()

test(
  'D26: a completed visit is reviewed once, with a rating and a comment',
  inBrowser(async (bed) => {
    const visit = await completedVisit(bed)
    const page = await visit.open('es')
    await goOn(page)
    assert.equal(await heading(page).textContent(), '¿Qué tal tu cita?')
    await mainButton(page).click()
    await page.getByText('Elige una puntuación.').waitFor()
    await page.locator('#rating-1:focus').waitFor()
    assert.deepEqual(await visit.reviews(), [])

    await choose(page, '4 estrellas')
    await page.getByLabel('Comentario').fill('Muy bien')
    await goOn(page)
    await page.getByText('Gracias por tu reseña.').first().waitFor()
    assert.equal(await mainButton(page).count(), 0)
    assert.deepEqual(await visit.reviews(), ['4 Muy bien'])
  }),
)

test(
  'a review can be written by everybody, in each language, and not after another one',
  inBrowser(async (bed) => {
    const visit = await completedVisit(bed)
    for (const language of ['es', 'ar', 'en'] as const) {
      const page = await visit.open(language)
      await goOn(page)
      await mainButton(page).click()
      await page.locator('#rating-1:focus').waitFor()
      await assertAccessible(page, `review in ${language}`)
      if (language !== 'en') continue

      const { id, codigo } = visit.booking
      const other = { codigo, valoracion: 5, comentario: 'Great' }
      dataOf(await visit.salon.guest.post(`/reservas/${id}/resena/`, other), 201)
      await choose(page, '1 star')
      await goOn(page)
      await page
        .getByText(/already/i)
        .first()
        .waitFor()
      assert.deepEqual(await visit.reviews(), ['5 Great'])
    }
  }),
)
