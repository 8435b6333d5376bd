import type { Booking, BookingDetail } from '@silla/core'

/** A guest's booking at noon in Madrid. */
export const aBooking = (changes: Partial<Booking> = {}): Booking => ({
  id: 51,
  code: '7K2MP9QRST',
  state: 'confirmed',
  startsAt: new Date('2030-07-01T10:00:00Z'),
  endsAt: new Date('2030-07-01T10:45:00Z'),
  timezone: 'Europe/Madrid',
  professional: { id: 31, name: 'Ana Ruiz' },
  customerId: 61,
  contact: { name: 'Marta Gil', email: 'marta@demo.es', phone: '+34600111222' },
  language: 'es',
  lines: [
    {
      serviceId: 21,
      name: { es: 'Corte', en: 'Haircut' },
      priceCents: 2150,
      chargedCents: 1890,
      durationMinutes: 45,
      pointsAwarded: 21,
    },
  ],
  subtotalCents: 2150,
  discountCents: 260,
  totalCents: 1890,
  currency: 'EUR',
  paymentRequired: false,
  paymentId: null,
  payment: null,
  pointsUsed: 0,
  pointsEarned: 21,
  pointsRound: 1,
  notes: 'Con flequillo',
  expiresAt: null,
  cancellation: null,
  version: 1,
  createdAt: new Date('2030-06-20T08:30:15.250Z'),
  updatedAt: new Date('2030-06-20T08:30:15.250Z'),
  ...changes,
})

export const aView = (changes: Partial<BookingDetail> = {}): BookingDetail => ({
  booking: aBooking(),
  contactVisible: true,
  canCancel: true,
  cancelableUntil: new Date('2030-06-30T10:00:00Z'),
  dueNowCents: 0,
  internalNote: null,
  ...changes,
})
