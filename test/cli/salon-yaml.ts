/** The salon file of a barbershop with two services and one barber. */
export const salonYaml = (
  changes: { slug?: string; price?: string; services?: string; offered?: string } = {},
) => `\
salon: ${changes.slug ?? 'barberia-norte'}
mode: test
name: Barbería Norte
address: { city: Madrid, country: ES }
settings: { currency: EUR, timezone: Europe/Madrid, language: es }
hours:
  monday: { open: 10:00-20:00, break: 14:00-16:00 }
  tuesday: 10:00-20:00
categories:
  pelo: { name: { es: Pelo, en: Hair, ar: شعر } }
services:
  corte: { name: Corte, category: pelo, duration: 30, price: ${changes.price ?? '18.50'} }
${changes.services ?? '  barba: { name: Barba, category: pelo, duration: 15, price: 9 }'}
professionals:
  ana:
    name: Ana
    services: ${changes.offered ?? '[corte, barba]'}
    shifts: { monday: "10:00-14:00, 16:00-20:00", tuesday: 10:00-20:00 }
`
