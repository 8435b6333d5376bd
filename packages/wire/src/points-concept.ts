import type { Movement } from '@silla/core'
import type { Language } from '@silla/locale'
import { type Locale, localize } from './localize.ts'

/**
 * The reason of a movement of points, as text for the customer (D12). When the balance did not
 * cover the points to take back, it states how many were taken (D15).
 */
export function describeMovement(
  { concept, points }: Pick<Movement, 'concept' | 'points'>,
  locale: Locale,
): string {
  switch (concept.reason) {
    case 'package':
      return localize(concept.name, locale)
    case 'adjustment':
      return concept.isMerge ? mergeSentence[locale.message] : concept.note
    case 'order':
      return orderSentence(concept.orderCode)[locale.message]
    case 'taken_back':
      return takenBack(sources.visit(concept.bookingCode), concept.asked, -points)[locale.message]
    case 'order_taken_back':
      return takenBack(sources.order(concept.orderCode), concept.asked, -points)[locale.message]
    case 'package_taken_back':
      return takenBack(sources.package(localize(concept.name, locale)), concept.asked, -points)[
        locale.message
      ]
    default:
      return sentences[concept.reason](concept.bookingCode)[locale.message]
  }
}

type Sentence = Record<Language, string>

const mergeSentence: Sentence = {
  es: 'Fusión de dos fichas de cliente',
  en: 'Two customer records were merged',
  ar: 'دمج بطاقتي عميل',
}

const orderSentence = (code: string): Sentence => ({
  es: `Pedido ${code}`,
  en: `Order ${code}`,
  ar: `طلب ${code}`,
})

const sentences: Record<'visit' | 'redeemed' | 'given_back', (code: string) => Sentence> = {
  visit: (code) => ({ es: `Visita ${code}`, en: `Visit ${code}`, ar: `زيارة ${code}` }),
  redeemed: (code) => ({
    es: `Canjeados en la reserva ${code}`,
    en: `Redeemed for booking ${code}`,
    ar: `استُبدلت في الحجز ${code}`,
  }),
  given_back: (code) => ({
    es: `Devueltos al cancelar la reserva ${code}`,
    en: `Given back with the cancelled booking ${code}`,
    ar: `أُعيدت بعد إلغاء الحجز ${code}`,
  }),
}

/** The source of points that are taken back, to follow "de" or "for". */
const sources = {
  visit: (code: string): Sentence => ({
    es: `de la visita ${code}`,
    en: `visit ${code}`,
    ar: `الزيارة ${code}`,
  }),
  order: (code: string): Sentence => ({
    es: `del pedido ${code}`,
    en: `order ${code}`,
    ar: `الطلب ${code}`,
  }),
  package: (name: string): Sentence => ({
    es: `del paquete ${name}`,
    en: `package ${name}`,
    ar: `الباقة ${name}`,
  }),
}

const takenBack = (source: Sentence, requested: number, taken: number): Sentence =>
  taken === requested
    ? {
        es: `Retirados ${source.es}`,
        en: `Taken back for ${source.en}`,
        ar: `سُحبت عن ${source.ar}`,
      }
    : {
        es: `Retirados ${taken} de los ${requested} ${source.es}, hasta donde llegaba el saldo`,
        en: `Taken back ${taken} of the ${requested} for ${source.en}, as far as the balance went`,
        ar: `سُحبت ${taken} من أصل ${requested} عن ${source.ar} في حدود الرصيد`,
      }
