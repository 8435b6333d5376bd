import type { Language } from '@silla/locale'

/** Of the agenda, what is there before its script: the other texts are in packages/agenda. */
export const agendaTexts: Record<Language, { title: string; noScript: string }> = {
  es: { title: 'Agenda', noScript: 'La agenda necesita JavaScript.' },
  en: { title: 'Agenda', noScript: 'The agenda needs JavaScript.' },
  ar: { title: 'جدول المواعيد', noScript: 'يحتاج جدول المواعيد إلى JavaScript.' },
}
