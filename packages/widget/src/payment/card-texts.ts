import type { Language } from '@silla/locale'

interface CardTexts {
  title: string
  until: string
  expired: string
  save: string
  unaccepted: string
  changed: string
}

/** What is said where a card is left; its terms come from the API. */
export const cardTexts: Record<Language, CardTexts> = {
  es: {
    title: 'Tu tarjeta',
    until:
      'Guardamos tu hora hasta las {time}. Queda reservada en cuanto guardes una tarjeta. Ahora no se cobra nada.',
    expired:
      'No se guardó una tarjeta a tiempo, así que la hora vuelve a estar libre para otras personas. No se ha cobrado nada.',
    save: 'Guardar tarjeta',
    unaccepted: 'Lee las condiciones y marca la casilla para aceptarlas.',
    changed: 'Las condiciones han cambiado. Léelas y acéptalas de nuevo.',
  },
  en: {
    title: 'Your card',
    until:
      'Your time is kept until {time}. It is booked as soon as you save a card. Nothing is charged now.',
    expired:
      'No card was saved in time, so the time is free for others again. Nothing was charged.',
    save: 'Save card',
    unaccepted: 'Read the terms and tick the box to accept them.',
    changed: 'The terms have changed. Read and accept them again.',
  },
  ar: {
    title: 'بطاقتك',
    until: 'نحتفظ بموعدك حتى {time}. يُحجز فور حفظ بطاقة. لا يُخصم شيء الآن.',
    expired: 'لم تُحفظ بطاقة في الوقت المحدد، فأصبح الموعد متاحًا لغيرك. لم يُخصم شيء.',
    save: 'حفظ البطاقة',
    unaccepted: 'اقرأ الشروط وضع علامة في المربع لقبولها.',
    changed: 'تغيّرت الشروط. اقرأها واقبلها من جديد.',
  },
}
