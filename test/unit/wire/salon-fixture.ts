import type { Catalog, Professional, Service } from '@silla/core'
import { professionalFields, serviceFields, settingsFields } from '@silla/db'
import { parseDate } from '@silla/slots'
import type { Locale } from '@silla/wire'
import { fieldDefaults } from '../../support/field-defaults.ts'

export const day = (text: string): number => parseDate(text) ?? Number.NaN

export const inSpanish: Locale = {
  text: 'es',
  message: 'es',
  main: 'es',
  assetsBaseUrl: 'https://images.example',
}

/** The catalogue of a Madrid barbershop with a lunch break. */
export const aSalon = (): Catalog => ({
  version: 7,
  business: {
    id: '0b9f2c52-6a37-4f6e-9a51-0d4f0a1d2c3e',
    name: 'Navaja y Compás',
    description: { es: 'Barbería de barrio', en: 'Neighbourhood barbershop' },
    email: 'hola@navaja.example',
    phone: '+34910000001',
    address: { street: 'Calle de la Palma 8', city: 'Madrid', postalCode: '28004', country: 'ES' },
    latitude: 40.4267,
    longitude: null,
    logoUrl: '/demo/logo.svg',
    brandColor: null,
    coverUrl: '',
    instagram: 'navaja',
    facebook: '',
    website: 'https://navaja.example',
  },
  settings: {
    ...fieldDefaults(settingsFields),
    currency: 'EUR',
    timezone: 'Europe/Madrid',
    mainLanguage: 'es',
    pointsEnabled: true,
    phoneRequired: true,
    horizonDays: 60,
    noticeMinutes: 30,
    ownerNotifications: 'none',
  },
  paymentAccount: null,
  messageChannels: ['whatsapp', 'sms'],
  openings: [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
    weekday === 7
      ? {
          weekday,
          opensMinute: null,
          closesMinute: null,
          breakStartMinute: null,
          breakEndMinute: null,
        }
      : {
          weekday,
          opensMinute: 600,
          closesMinute: 1440,
          breakStartMinute: 840,
          breakEndMinute: 960,
        },
  ),
  closings: [
    {
      day: day('2030-05-02'),
      reason: { es: 'Fiesta de Madrid' },
      fromMinute: null,
      toMinute: null,
    },
    { day: day('2030-05-10'), reason: { en: 'Training' }, fromMinute: 960, toMinute: 1440 },
    { day: day('2030-12-25'), reason: {}, fromMinute: null, toMinute: null },
  ],
  categories: [
    {
      id: 11,
      kind: 'service',
      name: { es: 'Pelo' },
      description: { es: 'Cortes' },
      imageUrl: '/demo/pelo.svg',
    },
    { id: 12, kind: 'product', name: { es: 'Ceras' }, description: {}, imageUrl: '' },
    { id: 13, kind: 'service', name: { es: 'Barba' }, description: {}, imageUrl: '' },
  ],
  resourceTypes: [],
  services: [
    aService({
      id: 21,
      name: { es: 'Corte', en: 'Haircut' },
      featured: true,
      professionalIds: [31, 32],
    }),
    aService({
      id: 22,
      name: { es: 'Corte y lavado' },
      offerPriceCents: 1890,
      bookableOnline: false,
    }),
    aService({ id: 23, name: { es: 'Afeitado' }, categoryId: 13 }),
  ],
  professionals: [
    aProfessional({ id: 31, name: 'Ana Ruiz', serviceIds: [21, 22] }),
    aProfessional({
      id: 32,
      name: 'Leo Vidal',
      serviceIds: [21],
      imageUrl: '',
      shifts: [],
      exceptions: [],
      reviews: none,
    }),
  ],
  products: [],
  pointsPackages: [],
})

export const aService = (changes: Partial<Service>): Service => ({
  ...fieldDefaults(serviceFields),
  id: 20,
  categoryId: 11,
  name: { es: 'Servicio' },
  description: { es: 'Con tijera' },
  durationMinutes: 30,
  phases: [changes.durationMinutes ?? 30],
  priceCents: 2150,
  pointsAwarded: 21,
  pointsPrice: 200,
  imageUrl: '/demo/corte.svg',
  galleryUrls: ['/demo/corte-2.svg'],
  professionalIds: [31],
  resourceTypeIds: [],
  ...changes,
})

const none = { count: 0, ratingSum: 0, recent: [] }

export const aProfessional = (changes: Partial<Professional>): Professional => ({
  ...fieldDefaults(professionalFields),
  id: 30,
  name: 'Nadie',
  title: { es: 'Barbera', en: 'Barber' },
  bio: { es: 'Veinte años' },
  specialties: [{ es: 'Degradados' }, {}],
  imageUrl: '/demo/ana.svg',
  galleryUrls: ['https://cdn.example/ana-1.jpg'],
  serviceIds: [21],
  ownTerms: [],
  // two shifts on Mondays, not in order; one on Tuesdays that ends at midnight
  shifts: [
    { weekday: 1, startMinute: 960, endMinute: 1200 },
    { weekday: 1, startMinute: 600, endMinute: 840 },
    { weekday: 2, startMinute: 720, endMinute: 1440 },
  ],
  exceptions: [
    { day: day('2030-03-01'), reason: { es: 'Ya pasó' }, works: false, shifts: [] },
    { day: day('2030-03-04'), reason: { es: 'Médico' }, works: false, shifts: [] },
    {
      day: day('2030-03-10'),
      reason: { es: 'Feria' },
      works: true,
      shifts: [{ startMinute: 660, endMinute: 780 }],
    },
    { day: day('2030-05-04'), reason: { es: 'Lejos' }, works: false, shifts: [] },
  ],
  reviews: {
    count: 3,
    ratingSum: 13,
    recent: [
      { id: 41, customerName: 'Marta', rating: 5, comment: 'Perfecto', day: day('2030-02-20') },
    ],
  },
  ...changes,
})
