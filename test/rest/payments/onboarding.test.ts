import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAccount, disconnectAccount, resumeBusiness, suspendBusiness } from '@silla/core'
import { openApi, testApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { fakeStripe, testProcessors } from '../../support/processor.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { browser, textOf } from '../pages/open-page.ts'

const { admin, witness } = await testDatabase()
const { clock } = await testApi()
const stripe = await fakeStripe(clock)
const visitor = await browser()
const email = 'hola@example.com'

test('D53: a salon goes on to the processor with a code from its email, and returns to its state', async () => {
  const { salon, account, path } = await openOnboarding()
  const start = await visitor.open(path)
  assert.equal(start.status, 200)
  for (const [name, value] of [
    ['cache-control', 'no-store'],
    ['referrer-policy', 'same-origin'],
    ['x-robots-tag', 'noindex, nofollow'],
  ] as const)
    assert.equal(start.headers.get(name), value)
  assert.match(
    start.headers.get('content-security-policy') ?? '',
    new RegExp(`script-src 'self';.*form-action 'self' ${stripe.url};`),
  )
  assert.match(textOf(start), /Prepara los cobros con tarjeta/)
  assert.match(textOf(start), /enviamos un código a h\*\*\*@e\*\*\*\.com/)
  assert.match(textOf(start), /La cuenta bancaria en la que quieres cobrar/)
  assert.match(textOf(await visitor.open(`${path}?lang=en`)), /Stripe still needs:/)
  assert.match((await visitor.open(`${path}?lang=ar`)).html, /dir="rtl"/)

  const sent = await post(path, { accion: 'enviar' })
  assert.deepEqual([sent.status, sent.location], [303, `${path}?lang=es&codigo`])
  assert.match(textOf(await visitor.open(sent.location)), /Código de seis cifras/)
  const [code] = await codesOf(salon)
  const entered = await post(path, { accion: 'seguir', codigo: ` ${code} ` })
  assert.equal(entered.status, 303)
  assert.match(entered.location, new RegExp(`^${stripe.url}/onboarding/${account}\\?link=`))
  const link = linksOf(account).at(-1)
  assert.equal(link?.refreshUrl, `https://book.example${path}`)
  assert.equal(link?.returnUrl, `https://book.example${path}/estado`)

  const again = await post(path, { accion: 'seguir', codigo: code })
  assert.equal(again.status, 400)
  assert.match(textOf(again), /El código no es correcto/)

  const states: [Parameters<typeof stripe.setCardPayments>, RegExp[]][] = [
    [
      [account, 'pending'],
      [/Stripe está revisando tus datos/, /Comprobar de nuevo/],
    ],
    [
      [account, 'restricted', ['external_account', 'something.new']],
      [/La cuenta bancaria/, /Algún dato más/, /Completar los datos/],
    ],
    [[account, 'active'], [/Ya puedes cobrar con tarjeta/]],
  ]
  for (const [change, expected] of states) {
    stripe.setCardPayments(...change)
    const shown = textOf(await visitor.open(`${path}/estado`))
    for (const text of expected) assert.match(shown, text)
  }
  const [row] = await witness`
    select ready from processor_accounts where business_id = ${salon.businessId}`
  assert.equal(row?.ready, true, 'the salon can be paid as soon as its owner has returned')
  assert.doesNotMatch((await visitor.open(path)).html, /<form/)
})

test('D53: an unknown or revoked address is nothing, and a new one ends the last', async () => {
  const { salon, account, path } = await openOnboarding()
  const unknown = [
    'a'.repeat(32),
    'short',
    `${path.slice(10)}x`,
    '%00',
    path.slice(10).toUpperCase(),
  ]
  for (const token of unknown)
    for (const url of [`/conectar/${token}`, `/conectar/${token}/estado`]) {
      const { status, html } = await visitor.open(url)
      assert.equal(status, 404, url)
      assert.doesNotMatch(html, new RegExp(`${salon.slug}|<form`))
    }
  assert.equal((await visitor.open('/conectar/%E0')).status, 404)
  assert.equal((await visitor.open('/conectar/')).status, 404)
  assert.equal((await visitor.open(path, {}, { method: 'PUT' })).status, 405)

  const next = await connect(salon, account)
  assert.equal((await visitor.open(path)).status, 404)
  assert.equal((await visitor.open(next.path)).status, 200)
  const [stored] = await witness`
    select octet_length(token_hash) as bytes,
      token_hash = sha256(convert_to(${next.path.slice(10)}, 'UTF8')) as is_hash
    from registry.onboarding_tokens where business_id = ${salon.businessId}`
  assert.deepEqual({ ...stored }, { bytes: 32, isHash: true })

  await suspendBusiness(admin, salon.slug)
  assert.equal((await visitor.open(next.path)).status, 403)
  await resumeBusiness(admin, salon.slug)
  await disconnectAccount(admin, salon.slug, clock)
  assert.equal((await visitor.open(next.path)).status, 404)
  assert.equal((await post(next.path, { accion: 'enviar' })).status, 404)
  assert.deepEqual(await codesOf(salon), [])
})

test('D53: a code is guessed five times at most, ends after ten minutes, and only the latest counts', async () => {
  const { salon, path } = await openOnboarding()
  const enter = async (codigo: string) => {
    const answer = await post(path, { accion: 'seguir', codigo })
    return [answer.status, /role="alert">([^<]*)/.exec(answer.html)?.[1] ?? answer.location]
  }
  const wrong = [400, 'El código no es correcto.']
  assert.deepEqual(await enter('123456'), wrong, 'none was sent')
  await send(path, '2030-03-05T08:00')
  assert.deepEqual(await enter(''), wrong)
  const tries = await Promise.all(Array.from({ length: 9 }, () => enter('000000')))
  assert.equal(tries.filter(([, text]) => text === wrong[1]).length, 4)
  const [first = ''] = await codesOf(salon)
  const spent = [400, 'Demasiados intentos con este código. Pide uno nuevo.']
  assert.deepEqual(await enter(first), spent)

  await send(path, '2030-03-05T08:02')
  const [, second = ''] = await codesOf(salon)
  assert.deepEqual(await enter(first === second ? '' : first), wrong)
  clock.set('2030-03-05T08:12')
  assert.deepEqual(await enter(second), [400, 'El código ha caducado. Pide uno nuevo.'])
  await send(path, '2030-03-05T08:13')
  const [, , third = ''] = await codesOf(salon)
  const links = await Promise.all([enter(third), enter(third)])
  assert.deepEqual(links.map(([status]) => status).sort(), [303, 400])
})

test('D53: nobody fills the mailbox of a salon, and a form of another site sends nothing', async () => {
  const { salon, path } = await openOnboarding()
  clock.set('2030-03-06T08:00')
  const foreign = await post(path, { accion: 'enviar' }, { 'sec-fetch-site': 'cross-site' })
  assert.deepEqual([foreign.status, foreign.location], [303, `${path}?lang=es`])
  assert.deepEqual(await codesOf(salon), [])

  // a second click
  await Promise.all([send(path, '2030-03-06T08:00'), send(path, '2030-03-06T08:00')])
  assert.equal((await codesOf(salon)).length, 1)
  for (const minute of ['02', '04', '06', '08']) await send(path, `2030-03-06T08:${minute}`)
  clock.set('2030-03-06T08:10')
  const refused = await post(path, { accion: 'enviar' })
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '3000')
  assert.match(textOf(refused), /Ya hemos enviado varios códigos/)
  assert.equal((await codesOf(salon)).length, 5)
  await send(path, '2030-03-06T09:01')
  const mails = await emailsTo(salon, email)
  assert.deepEqual([mails.length, mails[0]?.kind, mails[0]?.language], [6, 'onboarding_code', 'es'])

  await witness`update businesses set email = '' where business_id = ${salon.businessId}`
  await witness`select app.touch_catalog(${salon.businessId})`
  clock.set('2030-03-06T10:30')
  await salon.guest.get('/disponibilidad/dias/')
  assert.match(textOf(await visitor.open(path)), /no tiene un correo de contacto/)
  assert.equal((await post(path, { accion: 'enviar' })).status, 404)
})

test('D53: an address is opened 60 times an hour, and as often from one client address', async (t) => {
  const limited = await openApi(undefined, {
    limits: { redisUrl: null, trustedProxies: ['127.0.0.1'] },
    clock,
  })
  t.after(limited.close)
  const { open } = await browser(limited.url)
  const [one, other] = [await openOnboarding(), await openOnboarding()]
  clock.set('2030-03-07T08:00')
  const from = (host: number, path: string) =>
    open(path, { 'x-forwarded-for': `192.0.2.${host}` }).then(({ status }) => status)
  for (let n = 0; n < 60; n++) assert.equal(await from(n % 2, one.path), 200)
  assert.equal(await from(2, one.path), 429)
  assert.equal(await from(2, other.path), 200)
  for (let n = 0; n < 59; n++) assert.equal(await from(3, '/conectar/nothing'), 404)
  assert.equal(await from(3, other.path), 200)
  const refused = await open(other.path, { 'x-forwarded-for': '192.0.2.3' })
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '3600'])
  clock.set('2030-03-07T09:00:01')
  assert.equal(await from(3, other.path), 200)
})

test('D53: while the processor is away the code stays, and what changes meanwhile is noticed', async () => {
  const { salon, account, path } = await openOnboarding()
  await send(path, '2030-03-08T08:00')
  const [code = ''] = await codesOf(salon)
  const continued = () => post(path, { accion: 'seguir', codigo: code })

  await stripe.down()
  assert.match(textOf(await visitor.open(path)), /Stripe no responde ahora mismo/)
  const away = await continued()
  assert.equal(away.status, 503)
  assert.match(textOf(away), /vuelve a intentarlo con el mismo código/)
  assert.match(away.html, /name="codigo"/)
  await stripe.up()

  stripe.fault({ path: '/v2/core/account_links', kind: 'error', times: 9 })
  assert.equal((await continued()).status, 503)
  stripe.clearFaults()

  stripe.setCardPayments(account, 'active')
  const finished = await continued()
  assert.deepEqual([finished.status, finished.location], [303, `${path}/estado?lang=es`])
  stripe.setCardPayments(account, 'restricted')
  assert.equal((await continued()).status, 303)

  await send(path, '2030-03-08T08:05')
  stripe.deauthorize(account)
  const [, latest] = await codesOf(salon)
  const revoked = await post(path, { accion: 'seguir', codigo: latest })
  assert.equal(revoked.status, 400)
  assert.match(textOf(revoked), /Stripe ya no nos da acceso/)
})

test('D53: an owner with a passkey goes on from the agenda without a code, and nobody else', async () => {
  const salon = await openSalon()
  const account = stripe.addAccount({ cardPayments: 'restricted' }).id
  const manager = await salon.staff('manager')
  const path = '/ajustes/pagos/'
  assert.deepEqual(dataOf(await manager.get(path)), {
    ...{ cuenta: null, estado: 'sin_cuenta', faltan: [], actualizada: true, comprobada_en: null },
  })
  const owner = await salon.staff('owner')
  assertError(await owner.post('/ajustes/pagos/continuar/'), 'PROCESSOR_NOT_CONFIGURED')

  await connect(salon, account)
  const shown = dataOf(await salon.backend.get(path))
  assert.deepEqual(
    [shown.cuenta, shown.estado, shown.faltan],
    [account, 'incompleta', ['empresa', 'responsable', 'actividad', 'banco', 'condiciones']],
  )
  const { url } = dataOf(await owner.post('/ajustes/pagos/continuar/'))
  assert.match(url, new RegExp(`^${stripe.url}/onboarding/${account}\\?link=`))
  const link = linksOf(account).at(-1)
  for (const target of [link?.returnUrl, link?.refreshUrl])
    assert.match(target ?? '', /^https?:\/\/[^/]+\/agenda\/ajustes\?parte=pagos$/)
  const [entry] = await witness`
    select action from audit_entries
    where business_id = ${salon.businessId} and action = 'payments.continue'`
  assert.ok(entry)

  assertError(await manager.post('/ajustes/pagos/continuar/'), 'OWNER_REQUIRED')
  assertError(await salon.backend.post('/ajustes/pagos/continuar/'), 'INSUFFICIENT_SCOPE')
  const byCode = await salon.staff('owner', { method: 'code' })
  assertError(await byCode.post('/ajustes/pagos/continuar/'), 'STEP_UP_REQUIRED')
  assertError(await (await salon.staff('receptionist')).get(path), 'PERMISSION_REQUIRED')
  await stripe.down()
  const stale = dataOf(await manager.get(path))
  assert.deepEqual([stale.estado, stale.faltan, stale.actualizada], ['incompleta', [], false])
  assertError(await owner.post('/ajustes/pagos/continuar/'), 'PROCESSOR_UNAVAILABLE')
  await stripe.up()
})

const linksOf = (account: string) => stripe.accountLinks(account)

async function openOnboarding() {
  const salon = await openSalon()
  const { id: account } = stripe.addAccount({ cardPayments: 'restricted' })
  return { salon, account, ...(await connect(salon, account)) }
}

async function connect(salon: TestSalon, account: string): Promise<{ path: string }> {
  const input = { slug: salon.slug, account, returnUrl: null, feeBasisPoints: null }
  const publicUrl = 'https://book.example'
  const connected = await connectAccount(admin, testProcessors, { ...input, publicUrl }, clock)
  assert.match(connected.onboardingUrl ?? '', /^https:\/\/book\.example\/conectar\/[a-z2-7]{32}$/)
  return { path: new URL(connected.onboardingUrl ?? '').pathname }
}

async function post(
  path: string,
  form: Record<string, string | undefined>,
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams(form as Record<string, string>)
  const answer = await visitor.open(path, headers, { method: 'POST', body })
  return { ...answer, location: answer.headers.get('location') ?? '' }
}

async function send(path: string, at: string): Promise<void> {
  clock.set(at)
  assert.equal((await post(path, { accion: 'enviar' })).status, 303)
}

/** The codes that were sent, the oldest first. */
async function codesOf(salon: TestSalon): Promise<string[]> {
  const codes = (await emailsTo(salon, email)).filter(({ kind }) => kind === 'onboarding_code')
  return codes.map(({ payload }) => String(payload.code))
}
