import type { Page } from 'playwright-core'
import { codeFor } from '../../support/emails.ts'
import { addMessageSenders } from '../../support/message-salon.ts'
import { openSalon } from '../../support/salon.ts'
import { bookingsOf } from './bookings.ts'
import { embed } from './embed.ts'
import { assertAccessibleInEveryLook } from './every-look.ts'
import type { BrowserTest, VisitorOptions } from './in-browser.ts'
import { goOn, heading, mainButton } from './widget.ts'

type Language = NonNullable<VisitorOptions['language']>

const salonFixture = {
  services: [
    { name: 'Corte', priceCents: 1850, offerPriceCents: 1500 },
    { name: 'Barba', priceCents: 950, category: 'Barba' },
  ],
  professionals: ['Ana', 'Bea'],
  closings: { '2030-03-06': null },
  payments: true,
  settings: { requiresPrepayment: true },
}

/** Each step of a booking in one language, with its errors. */
export async function assertBookingSteps(bed: BrowserTest, language: Language): Promise<void> {
  const salon = await openSalon(salonFixture)
  const email = 'nora@example.com'
  await salon.customer({ nombre: 'Nora Vidal', email })
  await addMessageSenders(salon)
  const page = await embed(bed, salon, { language })
  const check = (what: string, refresh = async () => {}) =>
    assertAccessibleInEveryLook(page, what, { language, refresh })

  await page.getByRole('checkbox', { name: 'Corte' }).waitFor()
  await mainButton(page).click()
  await page.locator('[part~=notice]').waitFor()
  await check('services, none chosen')
  await page.getByRole('checkbox', { name: 'Corte' }).check()
  await goOn(page)
  await page.getByRole('radio', { name: 'Ana' }).check()
  await check('professionals')
  await goOn(page)
  await page.locator('[part~=time]').first().waitFor()
  await page.locator('[part~=time] input').nth(3).check()
  await check('days and times')
  await goOn(page)
  await page.locator('#messages-sms').check()
  await mainButton(page).click()
  await page.locator('#problems:focus').waitFor()
  await check('contact, empty')
  await page.locator('#messages-sms').uncheck()

  await page.locator('.form .link').last().click()
  await page.locator('input#email').fill(email)
  await check('sign in')
  await mainButton(page).click()
  await page.locator('input#code').fill('1')
  await mainButton(page).click()
  await page.locator('#code-problem').waitFor()
  await check('code')
  await page.locator('input#code').fill(await codeFor(salon, email))
  await mainButton(page).click()
  await page.locator('[part~=customer]').waitFor()
  await check('contact, signed in')
  await goOn(page)

  const card = page.locator('#test-card')
  await card.waitFor()
  // the form of the processor has the theme with which it was opened
  await check('payment', async () => {
    await page.reload()
    await card.selectOption('4000000000000002')
    await mainButton(page).click()
    await page.locator('#payment-problem:focus').waitFor()
  })
  await card.selectOption('4242424242424242')
  await goOn(page)
  await page.getByText((await bookingsOf(salon))[0]?.codigo ?? '').waitFor()
  await check('done')
}

/** Each view of a booking in one language. */
export async function assertManageViews(bed: BrowserTest, language: Language): Promise<void> {
  const salon = await openSalon({ ...salonFixture, settings: { cancellationHours: 2 } })
  await salon.guest.book('Ana', '16:00')
  const [booking] = await bookingsOf(salon)
  const page = await embed(bed, salon, { language, element: 'manage' })
  const check = (what: string) => assertAccessibleInEveryLook(page, what, { language })
  const viewButtons = page.locator('.actions button')

  await page.locator('input#code').fill('ABCDEFGHJK')
  await mainButton(page).click()
  await page.locator('#code-problem').waitFor()
  await check('code of a booking')
  await page.locator('input#code').fill(booking?.codigo ?? '')
  await goOn(page)
  await check('booking')

  await viewButtons.first().click()
  await page.locator('[part~=time] input').last().check()
  await check('another time')
  await goOn(page)
  await check('confirm another time')
  await goOn(page)
  await check('moved')

  await viewButtons.nth(1).click()
  await page.locator('textarea#reason').fill('x')
  await check('preview of the cancellation')
  await goOn(page)
  await focusOf(page)
  await check('cancelled')
}

const focusOf = (page: Page) => heading(page).and(page.locator(':focus')).waitFor()
