import type { Concept, Movement } from '@silla/core'
import type { Language } from '@silla/errors'
import { say, type Wording } from './wording.ts'

/** What a movement of points was for, as a customer reads it (D12). Of points taken back it says how far the balance went (D15). */
export function conceptOf({ concept, points }: Pick<Movement, 'concept' | 'points'>, wording: Wording): string {
  switch (concept.reason) {
    case 'package':
      return say(concept.name, wording)
    case 'adjustment':
      return concept.note
    case 'taken_back':
      return takenBack(concept, -points)[wording.message]
    default:
      return sentences[concept.reason](concept.bookingCode)[wording.message]
  }
}

type Sentence = Record<Language, string>

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

const takenBack = ({ bookingCode, asked }: Concept & { reason: 'taken_back' }, taken: number): Sentence =>
  taken === asked
    ? {
        es: `Retirados de la visita ${bookingCode}`,
        en: `Taken back for visit ${bookingCode}`,
        ar: `سُحبت عن الزيارة ${bookingCode}`,
      }
    : {
        es: `Retirados ${taken} de los ${asked} de la visita ${bookingCode}, hasta donde llegaba el saldo`,
        en: `Taken back ${taken} of the ${asked} for visit ${bookingCode}, as far as the balance went`,
        ar: `سُحبت ${taken} من أصل ${asked} عن الزيارة ${bookingCode} في حدود الرصيد`,
      }
