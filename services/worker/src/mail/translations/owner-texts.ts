import type { Language, OwnerNews } from '@silla/core'

/** The texts of the emails to a salon about its bookings. `when` is a day and time. */
export interface OwnerTexts {
  created: { heading: string; subject(when: string): string; text: string }
  /** The salon has to confirm the booking. */
  toBeConfirmed(until: string): string
  rescheduled: { heading: string; subject(when: string): string; text(before: string): string }
  cancelled: {
    heading: string
    subject(when: string): string
    byCustomer: string
    /** Nobody confirmed it in time. */
    bySystem: string
  }
  labels: { phone: string }
  /** Above what the customer wrote to the salon. */
  customerWords: string
  /** On the button that leads to the visit in the agenda. */
  openVisit: string
  agenda: {
    heading: string
    subject(day: string, visits: number): string
    text(day: string, visits: number): string
    /** Behind a visit that the salon has not confirmed yet. */
    pending: string
    /** Above what customers did since the last agenda. */
    changes: string
    news: Record<OwnerNews, string>
    movedFrom(before: string): string
    /** Below a list that is cut off. */
    more(count: number): string
  }
}

export const ownerTexts: Record<Language, OwnerTexts> = {
  es: {
    created: {
      heading: 'Nueva cita',
      subject: (when) => `Nueva cita: ${when}`,
      text: 'Un cliente ha reservado una cita. Está confirmada.',
    },
    toBeConfirmed: (until) =>
      `Un cliente ha pedido una cita. Confírmala antes del ${until}; después, se anula.`,
    rescheduled: {
      heading: 'Cita cambiada',
      subject: (when) => `Cita cambiada: ${when}`,
      text: (before) => `Un cliente ha cambiado su cita. Antes era el ${before}.`,
    },
    cancelled: {
      heading: 'Cita anulada',
      subject: (when) => `Cita anulada: ${when}`,
      byCustomer: 'Un cliente ha anulado su cita. La hora vuelve a estar libre.',
      bySystem:
        'Nadie confirmó esta cita a tiempo y se ha anulado. Hemos avisado al cliente y la hora ' +
        'vuelve a estar libre.',
    },
    labels: { phone: 'Teléfono' },
    customerWords: 'Escrito por el cliente',
    openVisit: 'Ver la cita en la agenda',
    agenda: {
      heading: 'Citas de hoy',
      subject: (day, visits) => `Citas de hoy, ${day}: ${visits}`,
      text: (day, visits) =>
        visits === 1 ? `Hoy, ${day}, hay una cita.` : `Hoy, ${day}, hay ${visits} citas.`,
      pending: 'sin confirmar',
      changes: 'Cambios de los clientes desde el último aviso',
      news: { created: 'Nueva', rescheduled: 'Cambiada', cancelled: 'Anulada' },
      movedFrom: (before) => `antes: ${before}`,
      more: (count) => `Y ${count} más.`,
    },
  },
  en: {
    created: {
      heading: 'New booking',
      subject: (when) => `New booking: ${when}`,
      text: 'A customer has booked an appointment. It is confirmed.',
    },
    toBeConfirmed: (until) =>
      `A customer has requested an appointment. Confirm it before ${until}; after that, it is ` +
      'cancelled.',
    rescheduled: {
      heading: 'Booking moved',
      subject: (when) => `Booking moved: ${when}`,
      text: (before) => `A customer has moved an appointment. Before, it was on ${before}.`,
    },
    cancelled: {
      heading: 'Booking cancelled',
      subject: (when) => `Booking cancelled: ${when}`,
      byCustomer: 'A customer has cancelled an appointment. The time is free again.',
      bySystem:
        'Nobody confirmed this appointment in time, and it was cancelled. The customer has been ' +
        'informed, and the time is free again.',
    },
    labels: { phone: 'Phone' },
    customerWords: 'Written by the customer',
    openVisit: 'View the appointment in the calendar',
    agenda: {
      heading: 'Today’s appointments',
      subject: (day, visits) => `Appointments today, ${day}: ${visits}`,
      text: (day, visits) =>
        visits === 1
          ? `There is one appointment today, ${day}.`
          : `There are ${visits} appointments today, ${day}.`,
      pending: 'not confirmed',
      changes: 'Changes by customers since the last email',
      news: { created: 'New', rescheduled: 'Moved', cancelled: 'Cancelled' },
      movedFrom: (before) => `before: ${before}`,
      more: (count) => `And ${count} more.`,
    },
  },
  ar: {
    created: {
      heading: 'حجز جديد',
      subject: (when) => `حجز جديد: ${when}`,
      text: 'حجز أحد العملاء موعدًا، وهو مؤكد.',
    },
    toBeConfirmed: (until) => `طلب أحد العملاء موعدًا. يُرجى تأكيده قبل ${until}، وإلا فسيُلغى.`,
    rescheduled: {
      heading: 'تغيير موعد',
      subject: (when) => `تغيير موعد: ${when}`,
      text: (before) => `غيّر أحد العملاء موعده. كان الموعد السابق ${before}.`,
    },
    cancelled: {
      heading: 'إلغاء موعد',
      subject: (when) => `إلغاء موعد: ${when}`,
      byCustomer: 'ألغى أحد العملاء موعده، وأصبح الوقت متاحًا من جديد.',
      bySystem:
        'لم يُؤكَّد هذا الموعد في الوقت المحدد فأُلغي. أبلغنا العميل، وأصبح الوقت متاحًا من جديد.',
    },
    labels: { phone: 'الهاتف' },
    customerWords: 'كتبه العميل',
    openVisit: 'عرض الموعد في التقويم',
    agenda: {
      heading: 'مواعيد اليوم',
      subject: (day, visits) => `مواعيد اليوم، ${day}: ${visits}`,
      text: (day, visits) => `عدد مواعيد اليوم، ${day}: ${visits}.`,
      pending: 'غير مؤكد',
      changes: 'تغييرات العملاء منذ آخر رسالة',
      news: { created: 'جديد', rescheduled: 'تغيّر', cancelled: 'أُلغي' },
      movedFrom: (before) => `قبل ذلك: ${before}`,
      more: (count) => `وهناك ${count} أخرى.`,
    },
  },
}
