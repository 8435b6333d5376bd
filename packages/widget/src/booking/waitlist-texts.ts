import type { Language } from '@silla/locale'

interface WaitlistTexts {
  title: string
  hint: string
  join: string
  leave: string
  joined: string
}

/** What is said where somebody joins the waitlist. */
export const waitlistTexts: Record<Language, WaitlistTexts> = {
  es: {
    title: 'Lista de espera',
    hint: 'Si queda algo libre en {month}, te lo guardamos unos minutos y te escribimos.',
    join: 'Apuntarme',
    leave: 'Volver al calendario',
    joined: 'Te has apuntado. Si queda algo libre en {month}, te escribimos.',
  },
  en: {
    title: 'Waitlist',
    hint: 'When a time becomes free in {month}, we hold it for you for some minutes and email you.',
    join: 'Join the waitlist',
    leave: 'Back to the calendar',
    joined: 'You are on the waitlist. When a time becomes free in {month}, you get an email.',
  },
  ar: {
    title: 'قائمة الانتظار',
    hint: 'إذا توفّر وقت في {month} فسنحتفظ لك به بضع دقائق ونراسلك.',
    join: 'الانضمام إلى القائمة',
    leave: 'العودة إلى التقويم',
    joined: 'أنت على القائمة. إذا توفّر وقت في {month} فسنراسلك.',
  },
}
