import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Booking, MailKind } from '@silla/core'
import { type Language, languages } from '@silla/locale'
import { openMailer } from '@silla/worker'
import manageAr from '../../packages/widget/src/manage/text/ar.ts'
import manageEn from '../../packages/widget/src/manage/text/en.ts'
import manageEs from '../../packages/widget/src/manage/text/es.ts'
import bookingAr from '../../packages/widget/src/text/ar.ts'
import bookingEn from '../../packages/widget/src/text/en.ts'
import bookingEs from '../../packages/widget/src/text/es.ts'
import { atEnd } from '../support/at-end.ts'
import { openMailbox, type ReceivedMail } from '../support/mailbox.ts'
import { aBooking } from '../unit/wire/booking-fixture.ts'
import { aSalon } from '../unit/wire/salon-fixture.ts'

const mailbox = await openMailbox()
const publicUrl = 'https://book.example'
const staffUrl = 'https://staff.example'
const mailerWithPages = openTestMailer(publicUrl)
const mailerWithoutPages = openTestMailer(null)
const page = `${publicUrl}/s/navaja`
const logoUrl = 'https://cdn.example/logo.png?a=1&b=2'

function openTestMailer(url: string | null) {
  const mailer = openMailer(
    { smtpUrl: mailbox.url, from: 'citas@silla.example' },
    { publicUrl: url, staffUrl },
  )
  atEnd(async () => mailer.close())
  return mailer
}

beforeEach(() => {
  mailbox.mails.length = 0
})

/** Signs that would end an element or a script where they are not escaped. */
const hostile = `</script><b>"&'`

const salon = (changes: { onlinePage?: boolean; logoUrl?: string; brandColor?: string } = {}) => {
  const base = aSalon()
  const { onlinePage = true, logoUrl: logo = logoUrl, brandColor = '#b4282d' } = changes
  return {
    ...base,
    business: { ...base.business, name: `Navaja ${hostile}`, logoUrl: logo, brandColor },
    settings: { ...base.settings, onlinePage, acceptsOnlinePayments: true },
  }
}

const payment = {
  paymentId: 9,
  purpose: 'total',
  state: 'completed',
  amountCents: 1890,
  refund: null,
  rescheduleRefundCents: 0,
} as const satisfies Booking['payment']

const paid = { paymentId: 9, payment }
const refunding = {
  paymentId: 9,
  payment: { ...payment, refund: { applies: true, amountCents: 1890, state: 'pending' } },
} as const

const emailPayment = {
  customerId: 61,
  customerName: 'Marta Gil',
  paysFor: 'booking',
  code: '7K2MP9QRST',
  intentRef: 'pi_1',
  amountCents: 1890,
  currency: 'EUR',
  message: 'Your card was declined.',
}

const order = {
  code: 'PED1234567',
  contact: { name: 'Marta Gil', email: 'marta@demo.es', phone: '' },
  lines: [{ quantity: 2, name: { es: 'Cera', en: 'Wax', ar: 'شمع' } }],
  totalCents: 2400,
  currency: 'EUR',
  expiresAt: new Date('2030-06-20T09:00:00Z'),
}

const entry = {
  code: 'ESP1234567',
  state: 'waiting',
  timezone: 'Europe/Madrid',
  contact: { name: 'Marta Gil', email: 'marta@demo.es', phone: '' },
  services: [{ name: { es: 'Corte', en: 'Haircut' } }],
  offer: {
    professional: { id: 31, name: 'Ana Ruiz' },
    startsAt: new Date('2030-07-01T10:00:00Z'),
    endsAt: new Date('2030-07-01T10:45:00Z'),
    expiresAt: new Date('2030-06-20T09:00:00Z'),
  },
}

const signIn = { name: 'Marta Gil', device: 'Firefox, Linux', at: '2030-06-17T09:00:00Z' }

/** A payload for every kind of email that customers get, and those to the salon about payments. */
const supportRequest = {
  name: `Ana ${hostile}`,
  operator: `marta@desk ${hostile}`,
  reason: `Bookings of Monday ${hostile}`,
  canWrite: true,
  expiresAt: '2030-06-17T09:00:00Z',
}
const payloads: Record<Exclude<MailKind, `owner_${string}`>, object> = {
  code: { code: '123456', minutes: 10, name: 'Marta Gil' },
  already_registered: {},
  no_account: {},
  booking_received: aBooking({
    state: 'pending',
    paymentRequired: true,
    expiresAt: new Date('2030-06-20T09:00:00Z'),
  }),
  booking_confirmed: aBooking(paid),
  booking_rescheduled: { ...aBooking(), movedFrom: '2030-06-30T10:00:00Z' },
  booking_cancelled: aBooking({
    ...refunding,
    state: 'cancelled',
    pointsUsed: 100,
    cancellation: { at: new Date(), by: 'business', reason: `Ana is ill ${hostile}` },
  }),
  booking_expired: aBooking({
    state: 'cancelled',
    cancellation: { at: new Date(), by: 'system', reason: null },
  }),
  booking_reminder: aBooking(),
  review_invitation: aBooking({ state: 'completed' }),
  order_received: order,
  order_paid: order,
  order_expired: order,
  payment_failed: emailPayment,
  refund_failed: emailPayment,
  dispute: { ...emailPayment, reason: 'fraudulent' },
  fee_charged: { ...emailPayment, linkUntil: null },
  fee_authentication: { ...emailPayment, linkUntil: '2030-06-27T09:00:00Z' },
  fee_failed: emailPayment,
  payment_review: { ...emailPayment, receivedCents: 900, receivedCurrency: 'USD' },
  account_restricted: { account: 'acct_1' },
  onboarding_code: { code: '123456', minutes: 10 },
  payout_failed: {
    payoutRef: 'po_1',
    amountCents: 1850,
    currency: 'EUR',
    message: hostile,
  },
  endpoint_disabled: {
    url: 'https://till.example/events',
    description: 'Till',
    failingSince: '2030-06-17T09:00:00Z',
  },
  templates_rejected: {
    templates: [{ name: 'silla_booking_reminder_1', language: 'es' }],
  },
  staff_invitation: {
    name: `Ana ${hostile}`,
    role: 'manager',
    token: '0d7b1c5e-6f4c-4f6a-9f0e-2f6f6d1f3a10.abc',
    expiresAt: '2030-06-17T09:00:00Z',
  },
  salon_download: { name: `Ana ${hostile}`, token: 'abc', expiresAt: '2030-06-17T09:00:00Z' },
  support_requested: supportRequest,
  support_entered: supportRequest,
  waitlist_offer: entry,
  waitlist_offer_expired: entry,
  staff_code: { code: '123456', minutes: 10, name: 'Marta Gil' },
  staff_signed_in: signIn,
  staff_passkey_added: signIn,
  staff_passkey_deleted: signIn,
  staff_recovered: signIn,
  staff_pin_locked: signIn,
  staff_role_changed: { name: `Ana ${hostile}`, role: 'receptionist', at: signIn.at },
}
const kinds = Object.keys(payloads) as (keyof typeof payloads)[]

async function received(
  kind: MailKind,
  language: Language,
  { payload = {}, of = salon(), url = publicUrl as string | null } = {},
): Promise<ReceivedMail> {
  const mailer = url === null ? mailerWithoutPages : mailerWithPages
  const stored = JSON.parse(
    JSON.stringify({ ...payloads[kind as keyof typeof payloads], ...payload }),
  )
  const email = mailer.render({ kind, language, payload: stored }, of, 'navaja')
  const envelope = { to: 'marta@demo.es', salonName: 'Navaja', replyTo: '', messageKey: 'x' }
  await mailer.send?.(email, envelope)
  return mailbox.mails.at(-1) as ReceivedMail
}

const decoded = (text: string) =>
  text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(nbsp|lt|gt|quot|amp);/g, (_, name: 'nbsp') => entities[name] ?? '')
const entities: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', amp: '&' }
const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** What a reader of the HTML sees: the texts between tags, in order. */
const visibleTexts = (html: string): string[] =>
  html
    .replace(/<head>.*<\/head>/su, '')
    .replace(/<div style="display:none.*?<\/div>/su, '')
    .replace(/<!--.*?-->/gsu, '')
    .split(/<[^>]*>/u)
    .map((text) => oneLine(decoded(text)))
    .filter((text) => text !== '')

const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => decoded(url))

const structuredDataOf = (html: string) => {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/su.exec(html) ?? []
  return json === undefined ? null : JSON.parse(json)
}

test('D30: every email has the same facts and links as plain text and as HTML', async () => {
  for (const kind of kinds) {
    for (const language of languages) {
      const { text = '', html = '' } = await received(kind, language)
      const texts = visibleTexts(html)
      const lines = text
        .split('\n')
        .map(oneLine)
        .filter((line) => line !== '' && line !== '--')
      const label = `${kind} ${language}`

      const links = linksOf(html)
      const urls = lines.filter((line) => /^https?:/.test(line))
      assert.deepEqual(
        links.filter((url) => !url.startsWith('tel:')).sort(),
        urls.toSorted(),
        `links of ${label}`,
      )
      const phones = links.filter((url) => url.startsWith('tel:'))
      assert.deepEqual(phones, ['tel:+34910000001'], label)
      assert.ok(lines.includes('+34 910 00 00 01'), label)

      const written = new Set([
        ...texts,
        ...texts.map((each) => `${each}:`),
        ...texts.map((each, index) => `${each}: ${texts[index + 1]}`),
        ...urls,
      ])
      for (const line of lines) assert.ok(written.has(line), `${label}: no "${line}" in the HTML`)
      for (const each of texts)
        assert.ok(oneLine(text).includes(each), `${label}: no "${each}" in the text`)
      assert.doesNotMatch(text + html, /undefined|\[object|NaN|null/, label)
    }
  }
})

test('D30: an email loads nothing but the logo, and is complete without it', async () => {
  for (const kind of kinds) {
    const { html = '' } = await received(kind, 'en')
    const images = [...html.matchAll(/<img [^>]*>/g)].map(([image]) => image)
    assert.equal(images.length, 1, kind)
    assert.match(images[0] ?? '', /alt="Navaja &#60;[^"]*" height="48"/)
    assert.deepEqual(
      [...html.matchAll(/\ssrc="([^"]*)"/g)].map(([, url = '']) => decoded(url)),
      [logoUrl],
    )
    assert.doesNotMatch(html, /<link|@import|url\(|<iframe|<object|background="|<script>/i, kind)
    assert.ok(Buffer.byteLength(html) < 30_000, `${kind} is not clipped by Gmail (102 kB)`)
  }
  const withoutLogo = await received('booking_confirmed', 'es', { of: salon({ logoUrl: '' }) })
  assert.doesNotMatch(withoutLogo.html ?? '', /<img/)
  assert.equal(visibleTexts(withoutLogo.html ?? '')[0], `Navaja ${hostile}`)
})

test('D30: an email is readable in dark mode, on a phone and from right to left', async () => {
  const { html = '' } = await received('booking_confirmed', 'ar')
  assert.match(html, /<meta name="color-scheme" content="light dark">/)
  assert.match(html, /@media \(prefers-color-scheme:dark\)\{.*\.text\{color:#f4f4f5 !important\}/)
  assert.match(html, /<meta name="viewport" content="width=device-width, initial-scale=1">/)
  assert.match(html, /<html lang="ar" dir="rtl">/)
  for (const [tag] of html.matchAll(/<(?:table|body)[^>]*class="(?:page|card)"[^>]*>/g))
    assert.match(tag, /dir="rtl"/)
  assert.doesNotMatch(html, /text-align:left|align="left"/)
})

test('D30: booking emails contain the reservation for Gmail and Apple Mail', async () => {
  const statusOf = async (kind: MailKind, payload: object = {}) => {
    const { html = '' } = await received(kind, 'en', { payload })
    return structuredDataOf(html).reservationStatus.replace('http://schema.org/', '')
  }
  assert.equal(await statusOf('booking_received'), 'ReservationHold')
  assert.equal(await statusOf('booking_received', { paymentRequired: false }), 'ReservationPending')
  assert.equal(await statusOf('booking_confirmed'), 'ReservationConfirmed')
  assert.equal(await statusOf('booking_cancelled'), 'ReservationCancelled')
  assert.equal(await statusOf('booking_expired'), 'ReservationCancelled')

  const { html = '' } = await received('booking_rescheduled', 'en', {
    payload: { contact: { name: 'Win www.evil.example', email: 'marta@demo.es', phone: '' } },
  })
  const manage = `${page}/r/7K2MP9QRST?lang=en`
  assert.deepEqual(structuredDataOf(html), {
    '@context': 'http://schema.org',
    '@type': 'EventReservation',
    reservationNumber: '7K2MP9QRST',
    reservationId: '7K2MP9QRST',
    reservationStatus: 'http://schema.org/ReservationConfirmed',
    underName: { '@type': 'Person', name: 'marta@demo.es' },
    reservationFor: {
      '@type': 'Event',
      name: `Haircut · Navaja ${hostile}`,
      startDate: '2030-07-01T12:00:00+02:00',
      endDate: '2030-07-01T12:45:00+02:00',
      location: {
        '@type': 'Place',
        name: `Navaja ${hostile}`,
        telephone: '+34910000001',
        address: {
          '@type': 'PostalAddress',
          streetAddress: 'Calle de la Palma 8',
          addressLocality: 'Madrid',
          postalCode: '28004',
          addressCountry: 'ES',
        },
      },
      organizer: { '@type': 'Organization', name: `Navaja ${hostile}` },
    },
    price: '18.90',
    priceCurrency: 'EUR',
    bookingTime: '2030-06-20T10:30:00+02:00',
    modifiedTime: '2030-06-20T10:30:00+02:00',
    url: manage,
    modifyReservationUrl: manage,
    cancelReservationUrl: manage,
  })
  for (const kind of ['code', 'order_paid', 'refund_failed'] as const)
    assert.equal(structuredDataOf((await received(kind, 'es')).html ?? ''), null, kind)
})

test("D30: buttons lead to the salon's pages: to pay, to manage, to book again", async () => {
  const buttonsOf = async (kind: MailKind, payload: object = {}) => {
    const { text = '' } = await received(kind, 'en', { payload })
    return [...text.matchAll(/^(.*):\n(https:.*)$/gm)].map(([, label, url]) => `${label} ${url}`)
  }
  const manage = `${page}/r/7K2MP9QRST?lang=en`
  const entryPage = `${page}/r/${entry.code}?lang=en`
  const change = `View or change the appointment ${manage}`
  assert.deepEqual(await buttonsOf('booking_received'), [`Pay €18.90 ${manage}`, change])
  assert.deepEqual(await buttonsOf('booking_confirmed'), [change])
  assert.deepEqual(await buttonsOf('booking_rescheduled'), [change])
  assert.deepEqual(await buttonsOf('booking_reminder'), [change])
  assert.deepEqual(await buttonsOf('booking_cancelled'), [`Book again ${page}?lang=en`])
  assert.deepEqual(await buttonsOf('booking_expired'), [`Book again ${page}?lang=en`])
  assert.deepEqual(await buttonsOf('review_invitation'), [`Write a review ${manage}`])
  assert.deepEqual(await buttonsOf('payment_failed'), [`Try again ${manage}`])
  assert.deepEqual(await buttonsOf('payment_failed', { paysFor: 'order' }), [])
  assert.deepEqual(await buttonsOf('code'), [])
  assert.deepEqual(await buttonsOf('waitlist_offer'), [`Accept or decline the time ${entryPage}`])
  assert.deepEqual(await buttonsOf('waitlist_offer_expired', { state: 'waiting' }), [
    `View the waitlist entry ${entryPage}`,
  ])
  assert.deepEqual(await buttonsOf('waitlist_offer_expired', { state: 'expired' }), [
    `Book again ${page}?lang=en`,
  ])
})

test('D30: without a page, emails lead to nothing but the website and phone of the salon', async () => {
  for (const how of [{ of: salon({ onlinePage: false }) }, { url: null }]) {
    for (const kind of kinds) {
      const { html = '', text = '', calendar } = await received(kind, 'es', how)
      // what is for staff leads to where they sign in, to a visit, or where an owner downloads
      const others = linksOf(html).filter(
        (url) =>
          !url.startsWith(`${staffUrl}/equipo/`) &&
          !(kind === 'salon_download' && url.startsWith(`${staffUrl}/agenda/ajustes?`)) &&
          !(kind.startsWith('owner_') && url.startsWith(`${staffUrl}/agenda?cita=`)),
      )
      for (const url of others) assert.match(url, /^(tel:\+34910000001|https:\/\/navaja\.example)$/)
      assert.doesNotMatch(`${html}${text}${calendar}`, /book\.example/, kind)
    }
  }
})

test('D30: booking emails say what was paid and what goes back', async () => {
  const amountsOf = async (kind: MailKind, payload: object) => {
    const { text = '' } = await received(kind, 'en', { payload })
    const rows = /^Total: .*$(?:\n.+: .*$)*/m.exec(text)?.[0] ?? ''
    return { rows: rows.replaceAll('\n', ', '), text }
  }
  const cancelled = { state: 'cancelled', pointsEarned: 0 }
  const deposited = { ...paid, depositCents: 567, payment: { ...paid.payment, amountCents: 567 } }
  for (const [kind, payload, expected] of [
    ['booking_received', {}, 'Total: €18.90, To pay now: €18.90, Points for this appointment: 21'],
    ['booking_confirmed', {}, 'Total: €18.90, Paid: €18.90, Points for this appointment: 21'],
    [
      'booking_confirmed',
      { paymentId: null, payment: null, pointsEarned: 0 },
      'Total: €18.90, To pay: €18.90',
    ],
    // moved to a cheaper time: the difference goes back
    [
      'booking_rescheduled',
      {
        ...paid,
        totalCents: 1500,
        pointsEarned: 0,
        payment: {
          ...payment,
          state: 'partly_refunded',
          rescheduleRefundCents: 390,
          refund: { applies: true, amountCents: 390, state: 'completed' },
        },
      },
      'Total: €15, Paid: €18.90, Refund: €3.90',
    ],
    // moved to a dearer one: the difference is paid at the salon
    [
      'booking_rescheduled',
      { ...paid, totalCents: 2000, pointsEarned: 0 },
      'Total: €20, Paid: €18.90, To pay: €1.10',
    ],
    // a deposit: the rest is paid at the salon
    [
      'booking_received',
      { depositCents: 567, pointsEarned: 0 },
      'Total: €18.90, To pay now: €5.67, To pay: €13.23',
    ],
    [
      'booking_confirmed',
      { ...deposited, pointsEarned: 0 },
      'Total: €18.90, Paid: €5.67, To pay: €13.23',
    ],
    [
      'booking_cancelled',
      {
        ...{ ...cancelled, ...deposited, pointsUsed: 0 },
        payment: {
          ...deposited.payment,
          refund: { applies: true, amountCents: 283, state: 'pending' },
        },
      },
      'Total: €18.90, Paid: €5.67, Refund: €2.83',
    ],
    [
      'booking_cancelled',
      cancelled,
      'Total: €18.90, Points used: 100, Paid: €18.90, Refund: €18.90, Points returned: 100',
    ],
    [
      'booking_cancelled',
      { ...cancelled, ...paid, pointsUsed: 0 },
      'Total: €18.90, Paid: €18.90, Refund: €0',
    ],
    [
      'booking_cancelled',
      { ...cancelled, pointsUsed: 0, payment: { ...payment, state: 'disputed' } },
      'Total: €18.90, Paid: €18.90',
    ],
    [
      'booking_cancelled',
      { ...cancelled, pointsUsed: 0, payment: { ...payment, state: 'failed' }, paymentId: null },
      'Total: €18.90',
    ],
    ['booking_expired', { ...cancelled }, 'Total: €18.90'],
    [
      'booking_expired',
      { ...cancelled, ...refunding },
      'Total: €18.90, Paid: €18.90, Refund: €18.90',
    ],
  ] as const) {
    const { rows, text } = await amountsOf(kind, payload)
    assert.equal(rows, expected)
    assert.equal(text.includes('The money goes back to the card'), /Refund: €[^0]/.test(rows))
  }
})

/** The sentences of the pages about cancelling, by language. */
const pageTexts = {
  es: { ...bookingEs.contact, ...manageEs },
  en: { ...bookingEn.contact, ...manageEn },
  ar: { ...bookingAr.contact, ...manageAr },
}

test('D38, D51: emails about a visit say what cancelling gives back and costs, in the words of the pages', async () => {
  const guarantee = { noShowCents: 1890, lateCancelCents: 945, cancellationHours: 24 }
  const withTiers = { ...salon(), settings: { ...salon().settings, refundTiers: tiers } }
  const deposited = { ...paid, depositCents: 567, payment: { ...payment, amountCents: 567 } }
  const late = { updatedAt: new Date('2030-06-30T10:00:01Z') }
  for (const language of languages) {
    const { cancelAnytime, refundRule, cancelFreeUntil, cardFees, depositFees } =
      pageTexts[language]
    const cases: [name: string, payload: object, sentences: string[]][] = [
      ['nothing paid online, no card', { totalCents: 0 }, []],
      ['paid online', paid, [refundRule]],
      ['a card', { guarantee }, [cancelFreeUntil, refundRule, cardFees.late, cardFees.missed]],
      ['a card, late', { guarantee, ...late }, [refundRule, cardFees.lateNow, cardFees.missed]],
      [
        'a card that is charged for a missed visit only',
        { guarantee: { ...guarantee, lateCancelCents: 0 } },
        [cancelAnytime, refundRule, cardFees.missed],
      ],
      [
        'confirmed without a card',
        { guarantee, paymentRequired: true },
        [cancelAnytime, refundRule],
      ],
      [
        'a deposit with a card',
        { guarantee, ...deposited },
        [cancelAnytime, refundRule, depositFees.late, depositFees.missed],
      ],
      [
        'a deposit with a card, late',
        { guarantee, ...deposited, ...late },
        [cancelAnytime, refundRule, depositFees.lateNow, depositFees.missed],
      ],
      [
        'a deposit with a card, confirmed without either',
        { guarantee, paymentRequired: true, depositCents: 567 },
        [cancelAnytime, refundRule],
      ],
      // nothing is left to charge
      ['a card, and all of it paid online', { guarantee, ...paid }, [cancelAnytime, refundRule]],
    ]
    const unpaid = { paymentId: null, payment: null }
    for (const [name, changes, sentences] of cases)
      for (const kind of ['booking_confirmed', 'booking_reminder'] as const) {
        const payload = { ...unpaid, ...changes }
        const { text = '' } = await received(kind, language, { payload, of: withTiers })
        const label = `${kind} ${language}, ${name}: ${text}`
        const found = allSentences(language).filter((sentence) =>
          patternOf(sentence).test(oneLine(text)),
        )
        assert.deepEqual(found.toSorted(), sentences.toSorted(), label)
      }
  }
  const { text = '' } = await received('booking_confirmed', 'es', {
    ...{ payload: { guarantee, ...deposited, refundLimitPercent: 80 }, of: withTiers },
  })
  // it was moved when no more than 80 % came back
  assert.match(
    oneLine(text),
    /se devuelve según el tiempo que falte: 80% \(48 h\), 50% \(24 h\); después/,
  )
  assert.match(oneLine(text), /a partir del domingo, 30 de junio .* cobrar además hasta 3,78 €/)
  assert.match(oneLine(text), /no te presentas, el salón puede cobrar además hasta 13,23 €/)
  assert.doesNotMatch(text, /Se puede cancelar hasta/)
  // it cost less when the deposit was paid
  const lessPaid = { ...deposited, payment: { ...payment, amountCents: 300 } }
  const less = await received('booking_confirmed', 'es', {
    ...{ payload: { guarantee, ...lessPaid }, of: withTiers },
  })
  assert.match(oneLine(less.text ?? ''), /a partir del .* cobrar además hasta 6,45 €/)
  assert.match(oneLine(less.text ?? ''), /no te presentas, .* cobrar además hasta 15,90 €/)
})

const tiers = [
  { hours: 48, percent: 100 },
  { hours: 24, percent: 50 },
]

const allSentences = (language: Language): string[] => {
  const { cancelAnytime, refundRule, cancelFreeUntil, cardFees, depositFees } = pageTexts[language]
  return [
    ...[cancelAnytime, refundRule, cancelFreeUntil],
    ...Object.values(cardFees),
    ...Object.values(depositFees),
  ]
}

/** A sentence with anything in the place of its values. */
const patternOf = (sentence: string): RegExp =>
  new RegExp(
    sentence
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.{1,60}?'),
  )

test('D30: a reminder names no deadline that is over when it is sent', async () => {
  const hours = 36
  const remindedAt = new Date('2030-06-30T10:00:00Z').toISOString()
  const base = salon()
  const of = { ...base, settings: { ...base.settings, cancellationHours: hours } }
  const { text: early = '' } = await received('booking_reminder', 'es', { of })
  assert.match(early, /Se puede cancelar hasta: domingo/)
  const { text = '' } = await received('booking_reminder', 'es', { of, payload: { remindedAt } })
  assert.doesNotMatch(text, /Se puede cancelar hasta/)
  const guarantee = { noShowCents: 1890, lateCancelCents: 945, cancellationHours: hours }
  const { text: late = '' } = await received('booking_reminder', 'es', {
    ...{ of, payload: { guarantee, remindedAt } },
  })
  assert.match(late, /Ya es tarde para cancelar sin coste/)
})

test('D30: what a guest typed is in no email but for the plain first word of their name', async () => {
  const typed = {
    contact: { name: 'You won evil-prize.example', email: 'marta@demo.es', phone: '+34600111222' },
    notes: 'See https://evil.example now',
    cancellation: { at: new Date(), by: 'customer', reason: 'Visit evil.example or call 900123' },
    customerName: 'You won evil-prize.example',
    name: 'You won evil-prize.example',
  }
  const phrase = { contact: { ...typed.contact, name: 'You won money' }, name: 'You won money' }
  for (const kind of kinds) {
    const hidden = await received(kind, 'en', { payload: typed })
    assert.doesNotMatch(parts(hidden), /evil|won|600111222|900123/, kind)
    const greeted = await received(kind, 'en', {
      payload: { ...phrase, customerName: 'You won money', notes: 'won' },
    })
    // the salon's own emails list the customer's name
    if (!/^(refund_failed|dispute|payment_review|fee_failed)$/.test(kind))
      assert.doesNotMatch(parts(greeted), /won|money(?! goes back)/, kind)
  }
})

const parts = ({ subject, text, html, calendar, headers }: ReceivedMail): string =>
  `${subject}${text}${decoded(html ?? '')}${calendar}${headers.map(({ value }) => value).join('\n')}`

test('D80: an email about several visits names the others, in the language of its customer', async () => {
  const series = [
    { startsAt: '2030-07-08T10:00:00Z', code: 'AAAA1BBBB2' },
    { startsAt: '2030-07-15T10:30:00Z', code: 'CCCC3DDDD4' },
  ]
  const rowOf = async (kind: MailKind, language: Language, payload: object) => {
    const { text = '', html = '' } = await received(kind, language, { payload })
    const [row = ''] = text.split('\n').filter((line) => line.includes('AAAA1BBBB2'))
    const inHtml = visibleTexts(html).some((shown) => shown.includes('CCCC3DDDD4'))
    assert.ok(inHtml, `${kind} ${language} has them in the HTML`)
    return oneLine(row)
  }
  const cancelled = { state: 'cancelled', series }
  for (const [kind, language, label] of [
    ['booking_confirmed', 'es', 'También reservado'],
    ['booking_rescheduled', 'es', 'También cambiado'],
    ['booking_cancelled', 'es', 'También cancelado'],
    ['booking_confirmed', 'en', 'Also booked'],
    ['booking_rescheduled', 'en', 'Also with a new time'],
    ['booking_cancelled', 'en', 'Also cancelled'],
    ['booking_confirmed', 'ar', 'حُجز أيضًا'],
    ['booking_rescheduled', 'ar', 'نُقل أيضًا'],
    ['booking_cancelled', 'ar', 'أُلغي أيضًا'],
  ] as const) {
    const row = await rowOf(kind, language, kind === 'booking_cancelled' ? cancelled : { series })
    assert.ok(row.startsWith(`${label}: `), `${language}: ${row}`)
    // on the clocks of the salon, in the words of the language
    for (const time of ['12:00', '12:30']) assert.ok(row.includes(time), `${language}: ${row}`)
    assert.equal(row.split('; ').length, 2, row)
    const { text = '' } = await received(kind, language, {
      payload: kind === 'booking_cancelled' ? { state: 'cancelled' } : {},
    })
    assert.ok(!text.includes(label), 'one visit alone names no others')
  }
})
