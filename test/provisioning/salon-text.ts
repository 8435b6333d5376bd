import { parseSalonFile, type SalonFile } from '@silla/core'

/** The file of a small salon. Tests replace parts of it or append to it. */
export function salonText(slug = 'lola'): string {
  return `salon: ${slug}
mode: test
name: Salón Lola
address: { country: ES }
settings: { currency: EUR, timezone: Europe/Madrid, language: es }
hours:
  monday: { open: 10:00-20:00, break: 14:00-16:00 }
  tuesday: 10:00-20:00
categories:
  pelo: { name: Pelo }
services:
  corte: { name: Corte, category: pelo, duration: 30, price: 18.50 }
  tinte: { name: { es: Tinte, en: Colour }, category: pelo, duration: 60, price: 40 }
professionals:
  ana:
    name: Ana
    services: all
    shifts: { monday: 10:00-20:00, tuesday: "10:00-14:00, 16:00-20:00" }
  luis:
    name: Luis
    services: [corte]
    shifts: { tuesday: 12:00-20:00 }
closings:
  - { day: 2030-03-19, reason: San José }
`
}

/** Parses the file after replacing parts of it. Each replaced text must exist in the file. */
export function salonFile(slug: string, ...changes: [from: string, to: string][]): SalonFile {
  return parseSalonFile(changed(salonText(slug), changes), `${slug}.yaml`)
}

export function changed(text: string, changes: readonly [from: string, to: string][]): string {
  return changes.reduce((whole, [from, to]) => {
    if (!whole.includes(from)) throw new Error(`the text to replace is not in the file: ${from}`)
    return whole.replace(from, () => to)
  }, text)
}
