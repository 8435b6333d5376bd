import type { FigureName, ReportKind } from '@silla/core'

/** The figures of each report on the wire, and what they are (D76). */
export const figureWords: {
  [Kind in ReportKind]: { [Name in FigureName<Kind>]: [word: string, description: string] }
} = {
  takings: {
    bookings: ['reservas', 'Received online for bookings'],
    orders: ['pedidos', 'Received online for orders'],
    packages: ['paquetes', 'Received online for points packages'],
    received: ['cobrado', '`reservas`, `pedidos` and `paquetes` together'],
    refunded: ['devuelto', 'Refunds that were made'],
    disputed: ['disputado', 'Disputes that are open or lost'],
    cash: ['efectivo', 'Taken in cash at the business, without what was reversed'],
    card: ['tarjeta', 'The same with a card terminal'],
    other: ['otro', 'The same in another way'],
    desk: ['mostrador', '`efectivo`, `tarjeta` and `otro` together'],
    net: ['neto', '`cobrado` and `mostrador` without `devuelto` and `disputado`'],
    tips: ['propinas', 'Tips that were taken at the business; no part of `neto`'],
    discounts: ['descuentos', 'What was taken off visits that took place, on their day'],
  },
  visits: {
    visits: ['citas', 'Bookings, without those that expired'],
    pending: ['pendientes', 'Not confirmed yet'],
    confirmed: ['confirmadas', 'Confirmed'],
    completed: ['completadas', 'Completed'],
    noShow: ['no_show', 'The customer did not come'],
    cancelled: ['canceladas', 'Cancelled by the customer or the business'],
    completedCents: ['importe', 'Amount due of completed ones'],
    upcomingCents: ['importe_previsto', 'Amount due of pending and confirmed ones'],
    discountCents: ['descuento', 'What offers and points took off completed ones'],
    averageCents: ['media', '`importe` of one completed booking; null without one'],
    pointsUsed: [
      'puntos_usados',
      'Points that paid for completed ones; null by professional, by service and for own figures',
    ],
  },
  utilization: {
    workingMinutes: ['minutos_trabajo', 'Working time, as the business has it now'],
    bookedMinutes: ['minutos_reservados', 'Work in bookings that are not cancelled'],
    utilization: ['ocupacion', 'Percentage of working time that is booked; null without any'],
  },
  absences: {
    completed: ['completadas', 'Completed bookings'],
    noShow: ['no_show', 'The customer did not come'],
    noShowRate: [
      'tasa_no_show',
      'Percentage of `completadas` and `no_show` together; null without',
    ],
    cancelledByCustomer: ['canceladas_cliente', 'Cancelled by the customer'],
    cancelledByBusiness: ['canceladas_negocio', 'Cancelled by the business'],
    cancelledLate: ['canceladas_tarde', 'Of these, later than the deadline for customers'],
    lostCents: ['importe_perdido', 'Amount due of `no_show` and `canceladas_tarde`'],
  },
  customers: {
    visits: ['citas', 'Bookings that took place or are to'],
    customers: ['clientes', 'Different customers with one of them'],
    newCustomers: ['nuevos', 'Of these, with their first visit ever'],
    returning: ['recurrentes', 'The others'],
  },
  services: {
    completed: ['realizados', 'Services of completed bookings'],
    completedCents: ['importe', 'Their prices, without discounts'],
    discountCents: ['descuento', 'What offers and points took off them'],
    upcoming: ['previstos', 'Services of pending and confirmed bookings'],
    upcomingCents: ['importe_previsto', 'Their prices, without discounts'],
  },
}
