import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '@silla/core'
import { type Code, catalogue } from '@silla/errors'
import { type Language, languages } from '@silla/locale'
import manageAr from '../../packages/widget/src/manage/text/ar.ts'
import manageEn from '../../packages/widget/src/manage/text/en.ts'
import manageEs from '../../packages/widget/src/manage/text/es.ts'
import widgetAr from '../../packages/widget/src/text/ar.ts'
import widgetEn from '../../packages/widget/src/text/en.ts'
import widgetEs from '../../packages/widget/src/text/es.ts'
import { createFormat } from '../../packages/widget/src/text/format.ts'
import { pageFormat } from '../../services/api/src/pages/page-format.ts'
import { textsIn } from '../../services/api/src/pages/texts/texts.ts'
import { formattersFor } from '../../services/worker/src/mail/formatters.ts'
import { arabic } from '../../services/worker/src/mail/translations/arabic.ts'
import { english } from '../../services/worker/src/mail/translations/english.ts'
import { spanish } from '../../services/worker/src/mail/translations/spanish.ts'

const mails = { es: spanish, en: english, ar: arabic }
const widgets = { es: [widgetEs, manageEs], en: [widgetEn, manageEn], ar: [widgetAr, manageAr] }

/** What customers read on pages, in the widget and in emails. Emails to the salon are not among them. */
function customerTexts(language: Language): string[] {
  const {
    refundFailed: _,
    dispute: __,
    paymentReview: ___,
    accountRestricted: ____,
    endpointDisabled: _____,
    ...mail
  } = mails[language]
  return textsOf([textsIn(language), widgets[language], mail])
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return textsOf(value('{a}', '{b}'))
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsOf)
}

/**
 * For customers a visit is a "cita", "appointment" or "موعد", which they book, cancel, and change the
 * time of. These words mean the same.
 */
const retired: Record<Language, RegExp> = {
  es: /\banul|\bvisitas?\b|\b(tu|la|una|esta|otra|cada|ninguna|las|estas) reservas?\b|valoraci/i,
  en: /\bvisits?\b|\b(a|the|your|this|no|every|another) booking\b|\bbookings\b|\bmoved?\b/i,
  // a hold is "الحجز المؤقت"
  ar: /زيار|حجزك|هذا الحجز(?! المؤقت)|رمز الحجز|الحجوزات/,
}

/** Errors of what customers do not do: other things are moved, and a link or a payment is taken back. */
const notOfCustomers: ReadonlySet<Code> = new Set([
  'BUSINESS_MOVING',
  'DOWNLOAD_LINK_INVALID',
  'TILL_ENTRY_NOT_ALLOWED',
])

for (const language of languages) {
  test(`errors use the words of the pages: ${language}`, () => {
    const found = Object.entries(catalogue).filter(
      ([code, entry]) =>
        !notOfCustomers.has(code as Code) && retired[language].test(entry[language]),
    )
    assert.deepEqual(
      found.map(([code]) => code),
      [],
    )
  })

  test(`pages, widget and emails use one word for each thing that customers do: ${language}`, () => {
    const texts = customerTexts(language)
    assert.ok(texts.length > 250)
    assert.deepEqual(
      texts.filter((text) => retired[language].test(text)),
      [],
    )
  })
}

/** Amounts, ratings and times of day in a salon's country, by language. */
const written = {
  ES: {
    currency: 'EUR',
    es: ['18 €', '18,50 €', '4,8', '5', '9:05', '16:30'],
    en: ['€18', '€18.50', '4.8', '5', '9:05', '16:30'],
    ar: ['18 €', '18.50 €', '4.8', '5', '9:05 ص', '4:30 م'],
  },
  AE: {
    currency: 'AED',
    es: ['18 AED', '18,50 AED', '4,8', '5', '9:05', '16:30'],
    en: ['AED 18', 'AED 18.50', '4.8', '5', '9:05 AM', '4:30 PM'],
    ar: ['18 د.إ.', '18.50 د.إ.', '4.8', '5', '9:05 ص', '4:30 م'],
  },
} as const

for (const [country, { currency, ...expected }] of Object.entries(written))
  test(`pages, widget and emails write amounts, ratings, times and commas alike: ${country}`, () => {
    const salon = {
      business: { address: { country } },
      settings: { currency, mainLanguage: 'es', timezone: 'UTC' },
    } as unknown as Catalog
    for (const language of languages) {
      const page = pageFormat(salon, language)
      const widget = createFormat(page.locale, currency)
      const mail = formattersFor(mails[language], salon)
      const { comma } = mails[language]
      assert.deepEqual([page.comma, widget.comma], [comma, comma])
      const [whole, part, mean, best, morning, afternoon] = expected[language]
      for (const [cents, text] of [
        [1800, whole],
        [1850, part],
      ] as const) {
        const amounts = [page.price(cents), widget.money(cents / 100), mail.money(cents, currency)]
        assert.deepEqual(amounts.map(plain), [text, text, text])
      }
      // emails have no ratings
      for (const [rating, text] of [
        [4.84, mean],
        [5, best],
      ] as const)
        assert.deepEqual([page.rating(rating), widget.rating(rating)], [text, text])
      for (const [minute, time, text] of [
        [545, '09:05', morning],
        [990, '16:30', afternoon],
      ] as const) {
        const times = [page.time(minute), widget.time(time), mail.time(new Date(minute * 60_000))]
        assert.deepEqual(times.map(plain), [text, text, text])
      }
    }
  })

/** Without marks of direction, and with plain spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/\u200f/g, '')
