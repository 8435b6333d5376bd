import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openFakeStripe } from '../fake-stripe/open-fake-stripe.ts'
import { assertAccessible } from './bed/axe.ts'
import { inBrowser, type VisitorOptions } from './bed/in-browser.ts'
import { openSite } from './bed/site.ts'

// The browser script of the fake Stripe, on a page of a salon under a strict policy.

/** A page with the payment element and a button; the result of a payment is written below it. */
async function openPaymentPage(
  t: Pick<TestContext, 'after'>,
  options: Record<string, unknown> = {},
) {
  const { fakeStripe, stripe, account, salon } = await openFakeStripe(t)
  const amount = 1850
  const intent = await stripe.paymentIntents.create({ amount, currency: 'eur' }, salon)
  const script = (configuration: object) => `
    const { key, account, locale, elementsOptions, clientSecret } = ${JSON.stringify(configuration)}
    const show = (id, value) => { document.getElementById(id).textContent = JSON.stringify(value) }
    const stripe = Stripe(key, { stripeAccount: account, locale })
    const elements = stripe.elements(elementsOptions)
    const element = elements.create('payment')
    const seen = []
    for (const event of ['ready', 'change', 'loaderror'])
      element.on(event, ({ complete, error }) => {
        seen.push([event, complete ?? error?.type ?? null])
        show('events', seen)
      })
    await element.mount(document.getElementById('payment'))
    document.getElementById('pay').onclick = async () => {
      show('result', null)
      const { error: invalid } = await elements.submit()
      if (invalid) return show('result', { error: invalid })
      const confirmParams = { return_url: location.origin + '/back' }
      const parts = { elements, clientSecret, confirmParams, redirect: 'if_required' }
      const { error, paymentIntent } = await stripe.confirmPayment(parts)
      show('result', { error, status: paymentIntent?.status })
    }
    window.payment = { stripe, elements, element }`
  const language = String(options.locale ?? 'es')
  const configuration = {
    key: fakeStripe.publishableKey,
    account,
    locale: language,
    elementsOptions: { mode: 'payment', amount, currency: 'eur' },
    clientSecret: intent.client_secret,
    ...options,
  }
  const policy =
    "default-src 'none'; script-src 'nonce-n1' " +
    `${fakeStripe.url}; connect-src ${fakeStripe.url}; base-uri 'none'`
  const site = await openSite(t, (request) => ({
    policy,
    html: request.url?.startsWith('/back')
      ? '<!doctype html><html lang="en"><title>Back</title><main><h1>Back</h1></main>'
      : `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
        <meta name="viewport" content="width=device-width"><title>Pay</title>
        <main><h1>Pay</h1><div id="payment"></div><p><button id="pay">Pay</button></p>
        <p id="result"></p><p id="events"></p></main>
        <script src="${fakeStripe.url}/stripe.js"></script>
        <script type="module" nonce="n1">${script(configuration)}</script>`,
  }))
  return { fakeStripe, stripe, salon, intent, site }
}

async function open(page: Page, site: string): Promise<void> {
  await page.goto(site)
  await page.locator('#events:has-text("ready")').waitFor()
}

async function resultOf(page: Page) {
  await page.locator('#result:not(:text-is("null")):not(:empty)').waitFor()
  return JSON.parse((await page.locator('#result').textContent()) ?? '')
}

async function pay(page: Page, card?: string) {
  if (card) await page.getByLabel('Tarjeta de prueba').selectOption(card)
  await page.locator('#pay').click()
}

test(
  'a test card pays on the page, and a declined one leaves room for another',
  inBrowser(async ({ t, visitor }) => {
    const { site, stripe, salon, intent } = await openPaymentPage(t)
    const page = await visitor()
    await open(page, site)
    await pay(page, '4000000000009995')
    const { error } = await resultOf(page)
    assert.deepEqual(
      [error.type, error.code, error.decline_code, error.message],
      [
        'card_error',
        'card_declined',
        'insufficient_funds',
        'Tu tarjeta no tiene fondos suficientes.',
      ],
    )
    assert.equal(error.payment_intent.status, 'requires_payment_method')
    await pay(page, '4242424242424242')
    assert.deepEqual(await resultOf(page), { status: 'succeeded' })
    assert.equal((await stripe.paymentIntents.retrieve(intent.id, {}, salon)).status, 'succeeded')
    await pay(page)
    assert.equal((await resultOf(page)).error.code, 'payment_intent_unexpected_state')
  }),
)

test(
  'an invalid field gets its error and the focus, and nothing is sent',
  inBrowser(async ({ t, visitor }) => {
    const { site, fakeStripe } = await openPaymentPage(t)
    const page = await visitor()
    await open(page, site)
    const number = page.getByLabel('Número de tarjeta')
    const expiry = page.getByLabel('Fecha de caducidad')
    await number.fill('4242')
    await expiry.fill('01/20')
    await page.getByLabel('Código de seguridad').fill('')
    await pay(page)
    assert.equal((await resultOf(page)).error.code, 'incomplete_number')
    assert.ok(await number.evaluate((input) => input.matches(':focus')))
    assert.equal(await number.getAttribute('aria-invalid'), 'true')
    for (const [name, message] of [
      ['number', 'El número de tarjeta está incompleto.'],
      ['expiry', 'La fecha de caducidad de la tarjeta ya ha pasado.'],
      ['cvc', 'El código de seguridad de la tarjeta está incompleto.'],
    ])
      assert.equal(await page.locator(`#${name}-error`).textContent(), message)
    await assertAccessible(page, 'the form with errors')
    const events = JSON.parse((await page.locator('#events').textContent()) ?? '')
    assert.deepEqual(events.slice(0, 3), [
      ['ready', null],
      ['change', true],
      ['change', false],
    ])
    assert.ok(!fakeStripe.calls.some(({ path }) => path.endsWith('/confirm')))
    await number.fill('4242 4242 4242 4241')
    await expiry.fill('12/34')
    await page.getByLabel('Código de seguridad').fill('123')
    await pay(page)
    assert.equal((await resultOf(page)).error.code, 'incorrect_number')
  }),
)

test(
  '3-D Secure is a dialog that is approved, refused, or closed with Escape, by keyboard',
  inBrowser(async ({ t, visitor }) => {
    const { site } = await openPaymentPage(t)
    const page = await visitor()
    await open(page, site)
    const dialog = page.getByRole('dialog', { name: 'Confirma el pago' })
    await pay(page, '4000002500003155')
    await dialog.waitFor()
    await assertAccessible(page, 'the dialog')
    await page.keyboard.press('Escape')
    const { error } = await resultOf(page)
    assert.deepEqual(
      [error.type, error.code],
      ['card_error', 'payment_intent_authentication_failure'],
    )
    assert.equal(await dialog.count(), 0)

    await pay(page)
    await dialog.waitFor()
    await page.getByRole('button', { name: 'Hacer fallar la autenticación' }).press('Enter')
    assert.equal((await resultOf(page)).error.code, 'payment_intent_authentication_failure')

    await pay(page)
    await dialog.waitFor()
    await page.keyboard.press('Enter')
    assert.deepEqual(await resultOf(page), { status: 'succeeded' })
  }),
)

test(
  'a lost connection to the bank is shown in the dialog, which can be answered again',
  inBrowser(async ({ t, visitor }) => {
    const { site } = await openPaymentPage(t)
    const page = await visitor()
    await open(page, site)
    await pay(page, '4000002500003155')
    const approve = page.getByRole('button', { name: 'Confirmar el pago' })
    await approve.waitFor()
    await page.context().setOffline(true)
    await approve.click()
    await page.getByRole('alert').filter({ hasText: 'La conexión ha fallado' }).waitFor()
    await page.context().setOffline(false)
    await approve.click()
    assert.deepEqual(await resultOf(page), { status: 'succeeded' })
  }),
)

for (const [answer, status] of [
  ['Approve', 'succeeded'],
  ['Refuse', 'failed'],
] as const)
  test(
    `a bank with a page of its own returns with Stripe's parameters: ${status}`,
    inBrowser(async ({ t, visitor }) => {
      const { site, intent, stripe, salon } = await openPaymentPage(t)
      const page = await visitor()
      await open(page, site)
      await pay(page, '4000000000003063')
      await page.getByRole('button', { name: answer }).click()
      await page.waitForURL(/\/back/)
      assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), {
        payment_intent: intent.id,
        payment_intent_client_secret: intent.client_secret,
        redirect_status: status,
      })
      const { status: settled } = await stripe.paymentIntents.retrieve(intent.id, {}, salon)
      assert.equal(settled, status === 'succeeded' ? 'succeeded' : 'requires_payment_method')
    }),
  )

test(
  'a payment can stay in processing',
  inBrowser(async ({ t, visitor }) => {
    const { site } = await openPaymentPage(t)
    const page = await visitor()
    await open(page, site)
    await pay(page, '4000000000001000')
    assert.deepEqual(await resultOf(page), { status: 'processing' })
  }),
)

test(
  'misuse is refused as Stripe does: live keys, shadow roots, no submit, another amount',
  inBrowser(async ({ t, visitor }) => {
    const { site, intent } = await openPaymentPage(t)
    const page = await visitor()
    await open(page, site)
    const messages = await page.evaluate<string[]>(`(async () => {
      const { stripe, elements } = window.payment
      const messageOf = async (action) => {
        try {
          const { error } = (await action()) ?? {}
          return error?.message ?? 'no error'
        } catch (error) {
          return error.name + ': ' + error.message
        }
      }
      const shadow = document.body.appendChild(document.createElement('div'))
      shadow.attachShadow({ mode: 'open' }).append(document.createElement('p'))
      const options = { mode: 'payment', amount: 1, currency: 'eur' }
      const clientSecret = ${JSON.stringify(intent.client_secret)}
      const confirm = () => stripe.confirmPayment({ elements, clientSecret, redirect: 'if_required' })
      return [
        await messageOf(() => Stripe('pk_live_abc')),
        await messageOf(() => stripe.elements({ ...options, amount: 0 })),
        await messageOf(() =>
          stripe.elements(options).create('payment').mount(shadow.shadowRoot.firstChild)),
        await messageOf(confirm),
        await messageOf(async () => {
          elements.update({ amount: 1900 })
          await elements.submit()
          return confirm()
        }),
      ]
    })()`)
    assert.deepEqual(messages, [
      'IntegrationError: The fake Stripe takes no real payments: the publishable key must start with pk_test_.',
      'IntegrationError: Invalid value for elements(): amount must be a positive integer.',
      'IntegrationError: Elements cannot be mounted in a ShadowRoot. Please mount in the Light DOM.',
      'IntegrationError: elements.submit() must be called before stripe.confirmPayment().',
      'The PaymentIntent is for 1850 eur, the elements are for 1900 eur.',
    ])
  }),
)

test(
  'a wrong key or account, or no connection, is a loaderror',
  inBrowser(async ({ t, visitor }) => {
    const expected = [
      [{ key: 'pk_test_other' }, 'invalid_request_error'],
      [{ account: 'acct_other' }, 'invalid_request_error'],
      [{}, 'api_connection_error'],
    ] as const
    for (const [options, type] of expected) {
      const { site } = await openPaymentPage(t, options)
      const page = await visitor()
      if (type === 'api_connection_error')
        await page.route('**/browser/card-form.js', (route) => route.abort())
      await page.goto(site)
      await page.locator('#events:has-text("loaderror")').waitFor()
      assert.deepEqual(JSON.parse((await page.locator('#events').textContent()) ?? ''), [
        ['loaderror', type],
      ])
    }
  }),
)

test(
  'the form and the dialog are accessible in each language, light and dark, narrow and wide',
  inBrowser(async ({ t, visitor }) => {
    const looks: VisitorOptions[] = [
      { language: 'es', theme: 'light', width: 320 },
      { language: 'en', theme: 'dark', width: 1280 },
      { language: 'ar', theme: 'dark', width: 320 },
    ]
    for (const look of looks) {
      const appearance = { theme: look.theme === 'dark' ? 'night' : 'stripe' }
      const { site } = await openPaymentPage(t, {
        locale: look.language,
        elementsOptions: { mode: 'payment', amount: 1850, currency: 'eur', appearance },
      })
      const page = await visitor(look)
      await open(page, site)
      await assertAccessible(page, `${look.language} ${look.theme}`)
      await page.locator('#test-card').selectOption('4000002500003155')
      await page.locator('#pay').click()
      await page.getByRole('dialog').waitFor()
      await assertAccessible(page, `the dialog, ${look.language} ${look.theme}`)
    }
  }),
)
