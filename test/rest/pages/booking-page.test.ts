import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Settings } from '@silla/core'
import { languages } from '@silla/locale'
import { insertReviews } from '../../support/reviews.ts'
import { deposit, guarantee } from '../../support/saved-cards.ts'
import { openSalonPage, textOf } from './open-page.ts'

const monday = '2030-03-04'

test('the page shows the salon, its services, team and rules without a script', async () => {
  const salon = await openSalonPage({
    now: `${monday}T11:00`,
    professionals: ['Ana', { name: 'Luis', ownTerms: { Corte: { priceCents: 2200 } } }],
    services: [
      { name: 'Corte', minutes: 45, priceCents: 1800, category: 'Cabello' },
      { name: 'Tinte', minutes: 75, priceCents: 4050, offerPriceCents: 3500, category: 'Color' },
      { name: 'Boda', priceCents: 12000, bookableOnline: false, category: 'Color' },
    ],
    settings: { cancellationHours: 48, rescheduleHours: 0, rescheduleLimit: 1 },
  })
  const page = await salon.open(salon.path)
  assert.equal(page.status, 200)
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  const text = textOf(page)
  for (const part of [
    salon.slug,
    'Un salón de prueba',
    'Calle Mayor 1, 28013 Madrid',
    '+34 912 34 56 78',
    'Corte de la casa desde 18 € · 45 min',
    'Tinte de la casa 35 € 40,50 € · 1 h 15 min',
    'Se reserva directamente con nosotros Boda Boda de la casa 120 € · 30 min',
    'Ana Barbera',
    'Luis Barbera',
    'Puedes cancelar sin coste hasta 48 horas antes de la cita.',
    'Puedes cambiar la hora hasta que empiece la cita, 1 vez.',
    'Se paga en el local.',
    'Demostración: las citas que se reserven aquí no son reales.',
    'Para reservar en línea hace falta JavaScript.',
  ])
    assert.ok(text.includes(part), `${part}\n${text}`)
  assert.match(page.html, /<noscript>.*hace falta JavaScript.*tel:\+34912345678.*<\/noscript>/)
  assert.match(page.html, /href="https:\/\/www\.google\.com\/maps\/search\/[^"]+Calle%20Mayor%201/)
  const [preview = ''] = /<div slot="preview".*(?=<\/silla-booking>)/s.exec(page.html) ?? []
  assert.deepEqual(namesIn(preview), ['Corte', 'Tinte'], 'what the widget offers')
  assert.deepEqual(namesIn(page.html), ['Corte', 'Tinte', 'Boda'], 'each stands once')
})

test('what a customer gets back is said by the tiers, and cancelling is not called free of charge then', async () => {
  const tiers = [
    { hours: 48, percent: 100 },
    { hours: 24, percent: 50 },
  ]
  const salon = await openSalonPage({
    ...{ payments: true, services: [{ name: 'Corte' }], professionals: ['Ana'] },
    settings: { cancellationHours: 24, requiresPrepayment: true, refundTiers: tiers },
  })
  const text = textOf(await salon.open(salon.path))
  for (const part of [
    'Puedes cancelar en línea hasta 24 horas antes de la cita.',
    'Se paga con tarjeta al reservar.',
    'según el tiempo que falte: 100% (48 horas), 50% (24 horas); después, nada.',
  ])
    assert.ok(text.includes(part), `${part}\n${text}`)
  assert.doesNotMatch(text, /sin coste|se te devuelve todo/)
})

test('a page promises no choice of paying at the salon where a deposit or a card may be needed', async () => {
  const open = async (settings: Partial<Settings>) => {
    const salon = await openSalonPage({ payments: true, settings })
    return textOf(await salon.open(salon.path))
  }
  const [deposited, withCard, exempt] = await Promise.all([
    open({ deposit }),
    open({ cardGuarantee: guarantee }),
    open({ deposit: { ...deposit, percent: 0 } }),
  ])
  assert.match(deposited, /puede hacer falta una señal, .*el resto se paga en el local\./)
  assert.match(withCard, /puede hacer falta dejar una tarjeta, .* cancelada tarde\./)
  for (const text of [deposited, withCard]) assert.doesNotMatch(text, /en línea con tarjeta o/)
  assert.match(exempt, /Puedes pagar en línea con tarjeta o en el local\./)
  assert.doesNotMatch(exempt, /señal/)
})

const namesIn = (html: string): string[] =>
  [...html.matchAll(/<p class="name">([^<]+)</g)].map(([, name = '']) => name)

test('pictures of services and of the work are shown with their size, when they are in view', async () => {
  const salon = await openSalonPage({
    services: [{ name: 'Corte' }],
    professionals: ['Ana'],
    editFile: (file) => ({
      ...file,
      services: file.services.map((service) => ({
        ...service,
        imageUrl: '/cut.jpg',
        galleryUrls: ['https://pictures.example/1.jpg', '/2.jpg'],
      })),
    }),
  })
  const { html, headers } = await salon.open(salon.path)
  const images = [...html.matchAll(/<img src="([^"]+)"([^>]*)>/g)].map(([, src, rest]) => [
    src,
    rest,
  ])
  assert.deepEqual(images, [
    ['https://assets.example/cut.jpg', ' alt="" width="64" height="64" loading="lazy"'],
    ['https://pictures.example/1.jpg', ' alt="Corte" width="320" height="320" loading="lazy"'],
    ['https://assets.example/2.jpg', ' alt="Corte" width="320" height="320" loading="lazy"'],
  ])
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(
    policy,
    /img-src 'self' data: https:\/\/assets\.example https:\/\/pictures\.example;/,
  )
  assert.match(html, /<div class="cover"><\/div>/, 'a quiet colour where there is no picture')
})

test('opening hours, today, breaks and the next opening follow the clock of the salon', async () => {
  const salon = await openSalonPage({
    now: `${monday}T11:00`,
    hours: { 1: '10:00-20:00', 2: '09:00-18:00', 3: null, 4: '10:00-24:00', 5: null },
    break: '14:00-16:00',
    closings: {
      '2030-03-05': null,
      '2030-03-07': '18:00-24:00',
      '2030-03-11': null,
      '2030-03-12': null,
    },
  })
  const status = async (time: string, path = salon.path) => {
    salon.setTime(time)
    return /<p class="status[^>]*>|class="status( open)?"><span class="dot"><\/span><span>([^<]+)/.exec(
      (await salon.open(path)).html,
    )?.[2]
  }
  assert.equal(await status(`${monday}T11:00`), 'Abierto ahora, hasta las 14:00')
  assert.equal(await status(`${monday}T14:00`), 'Cerrado ahora, abre hoy a las 16:00')
  assert.equal(
    await status(`${monday}T20:00`),
    'Cerrado ahora, abre el jueves, 7 de marzo a las 10:00',
  )
  assert.equal(await status('2030-03-06T20:00'), 'Cerrado ahora, abre mañana a las 10:00')
  assert.equal(await status('2030-03-07T17:00'), 'Abierto ahora, hasta las 18:00')
  assert.equal(await status('2030-03-07T17:00', `${salon.path}?lang=en`), 'Open now, until 18:00')
  salon.setTime('2030-03-05T09:30')
  const text = textOf(await salon.open(salon.path))
  assert.match(text, /Martes \(hoy\) Cerrado/)
  assert.match(text, /Lunes 10:00–14:00 16:00–20:00/)
  assert.match(text, /Próximos cierres martes, 5 de marzo , cerrado todo el día Fiesta/)
  assert.match(text, /jueves, 7 de marzo ?, 18:00–0:00 Fiesta/)
  assert.match(text, /11–12 de marzo ?, cerrado todo el día Fiesta/)
})

test('a salon that never opens, or has nothing to book online, says so', async () => {
  const closed = await openSalonPage({ hours: {}, now: `${monday}T11:00` })
  assert.match(textOf(await closed.open(closed.path)), /Cerrado por el momento/)
  const offline = await openSalonPage({ services: [{ name: 'Corte', bookableOnline: false }] })
  const page = await offline.open(offline.path)
  assert.match(textOf(page), /Por el momento no se puede reservar en línea/)
  assert.doesNotMatch(page.html, /<silla-booking|<script type="module"/)
})

test('the language is that of the address, else of the browser, else of the salon', async () => {
  const salon = await openSalonPage({ settings: { mainLanguage: 'en' } })
  const languageOf = async (query: string, accept?: string) => {
    const page = await salon.open(salon.path + query, accept ? { 'accept-language': accept } : {})
    assert.equal(
      page.headers.get('content-language'),
      page.html.match(/<silla-booking[^>]+lang="(\w+)"/)?.[1],
    )
    return `${page.headers.get('content-language')} ${/<html lang="(\w+)[^>]+ dir="(\w+)"/.exec(page.html)?.slice(1).join(' ')}`
  }
  assert.equal(await languageOf(''), 'en en ltr')
  assert.equal(await languageOf('', 'ar-EG,ar;q=0.9'), 'ar ar rtl')
  assert.equal(await languageOf('?lang=es', 'ar'), 'es es ltr')
  assert.equal(await languageOf('?lang=fr', 'ar'), 'ar ar rtl')
  assert.equal(await languageOf('?lang=fr', 'fr'), 'en en ltr')
  const { html, headers } = await salon.open(`${salon.path}?lang=ar`)
  const url = `https://book.example/s/${salon.slug}`
  assert.ok(html.includes(`<link rel="canonical" href="${url}?lang=ar">`))
  for (const language of languages)
    assert.ok(html.includes(`hreflang="${language}" href="${url}?lang=${language}">`))
  assert.ok(html.includes(`hreflang="x-default" href="${url}">`))
  assert.equal(headers.get('vary'), 'Accept-Language, Accept-Encoding')
  // texts that the salon has in Spanish only are marked as such
  assert.match(html, /<p class="lead" lang="es" dir="auto">Un salón de prueba/)
})

test('structured data describes the salon and is JSON whatever the salon is called', async () => {
  const salon = await openSalonPage({
    now: `${monday}T11:00`,
    hours: { 1: '10:00-24:00' },
    break: '14:00-16:00',
    closings: { '2030-03-11': null },
    editFile: (file) => ({
      ...file,
      profile: { ...file.profile, name: 'Pelo</script><!--<script>alert(1) & "co"' },
    }),
  })
  await insertReviews(salon, 'Ana', [
    { rating: 5, day: '2030-02-01', comment: '</script><b>¡Genial!</b>', customer: '<i>Eva</i>' },
    { rating: 4, day: '2030-02-02' },
  ])
  const page = await salon.open(salon.path)
  const [, json = ''] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.html) ?? []
  const data = JSON.parse(json)
  assert.equal(data['@type'], 'HairSalon')
  assert.equal(data.name, 'Pelo</script><!--<script>alert(1) & "co"')
  assert.deepEqual(data.openingHoursSpecification, [
    { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Monday', opens: '10:00', closes: '14:00' },
    { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Monday', opens: '16:00', closes: '23:59' },
  ])
  assert.equal(data.specialOpeningHoursSpecification[0].validFrom, '2030-03-11')
  assert.deepEqual([data.aggregateRating.ratingValue, data.aggregateRating.reviewCount], [4.5, 2])
  assert.equal(data.potentialAction['@type'], 'ReserveAction')
  assert.equal(data.potentialAction.target.urlTemplate, `https://book.example/s/${salon.slug}`)
  assert.equal(data.hasOfferCatalog.itemListElement[0].price, '18.00')
  assert.equal(page.html.match(/<script/g)?.length, 2, 'the widget and these data')
  assert.doesNotMatch(page.html, /<b>|<i>Eva/)
  assert.match(page.html, /aria-label="5 de 5">(<svg [^>]*class="star">.*?<\/svg>){5}<\/span>/)
  assert.match(textOf(page), /<\/script><b>¡Genial!<\/b> <i>Eva<\/i> · Ana · 1 de febrero de 2030/)
})

test('a page may only load its own widget, its pictures and its one style sheet, and sets no cookie', async () => {
  const salon = await openSalonPage({
    editFile: (file) => ({
      ...file,
      profile: {
        ...file.profile,
        logoUrl: '/logo.png',
        coverUrl: 'https://pictures.example/cover.jpg',
        brandColor: '#8c2f39',
      },
    }),
  })
  const { html, headers } = await salon.open(salon.path)
  const policy = headers.get('content-security-policy') ?? ''
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
  const hash = Buffer.from(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style)),
  ).toString('base64')
  assert.equal(
    policy,
    `default-src 'none'; script-src 'self'; style-src 'sha256-${hash}'; img-src 'self' data: ` +
      "https://pictures.example https://assets.example; connect-src 'self'; frame-src 'none'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  assert.match(style, /--brand:#8c2f39;--on-brand:#ffffff/)
  assert.doesNotMatch(html, / style="| on\w+="/)
  assert.equal(headers.get('set-cookie'), null)
  assert.equal(headers.get('access-control-allow-origin'), null)
  assert.match(html, /<meta property="og:image" content="https:\/\/pictures\.example\/cover\.jpg">/)
})

test("the processor's script is allowed only where the salon takes online payments", async () => {
  const salon = await openSalonPage({ payments: true })
  const page = await salon.open(salon.path)
  const { data } = await salon.guest.get('/negocio/')
  const { origin } = new URL(data.pagos.processor_script_url)
  const hosts =
    origin === 'https://js.stripe.com' ? 'https://js.stripe.com https://*.js.stripe.com' : origin
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.ok(policy.includes(`script-src 'self' ${hosts};`), policy)
  assert.match(textOf(page), /Puedes pagar en línea con tarjeta o en el local\./)
})

test('a page is sent again only when it has changed', async () => {
  const salon = await openSalonPage({ now: `${monday}T11:00`, hours: '10:00-20:00' })
  const first = await salon.open(salon.path)
  const etag = first.headers.get('etag') ?? ''
  assert.equal(first.headers.get('cache-control'), 'private, no-cache')
  const again = () => salon.open(salon.path, { 'if-none-match': etag })
  const unchanged = await again()
  assert.deepEqual([unchanged.status, unchanged.html], [304, ''])
  const english = await salon.open(`${salon.path}?lang=en`, { 'if-none-match': etag })
  assert.equal(english.status, 200)
  salon.setTime(`${monday}T20:00`)
  assert.equal((await again()).status, 200, 'closed now')
  salon.setTime(`${monday}T11:00`)
  assert.equal((await again()).status, 304)
  await salon.apply({ settings: { onlinePage: true }, services: [{ name: 'Rapado' }] })
  assert.match((await again()).html, /Rapado/)
})

test('a page is compressed for browsers that accept it', async () => {
  const salon = await openSalonPage()
  const plain = await salon.open(salon.path, { 'accept-encoding': 'identity' })
  const small = await salon.open(salon.path, { 'accept-encoding': 'gzip, br' })
  assert.equal(plain.headers.get('content-encoding'), null)
  assert.equal(small.headers.get('content-encoding'), 'gzip')
  assert.equal(small.html, plain.html)
})

test('an address can choose a service and a professional, and only those of the salon', async () => {
  const salon = await openSalonPage()
  const chosen = async (query: string) =>
    /<silla-booking [^>]*theme="auto"([^>]*)>/.exec(
      (await salon.open(salon.path + query)).html,
    )?.[1]
  assert.equal(
    await chosen(`?servicio_id=${salon.id('Corte')}&peluquero_id=${salon.id('Ana')}`),
    ` service="${salon.id('Corte')}" professional="${salon.id('Ana')}"`,
  )
  assert.equal(await chosen('?servicio_id=12345&peluquero_id=%22%3E%3Cscript%3E'), '')
  assert.equal(await chosen('?servicio_id=1&servicio_id=2'), '')
})
