import type { Language } from '@silla/errors'

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

const names: Record<Language, readonly string[]> = {
  es: ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ar: ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'],
}

/** The name of a weekday, 1 Monday to 7 Sunday. */
export const weekdayName = (weekday: number, language: Language): string =>
  names[language][weekday - 1] ?? ''
