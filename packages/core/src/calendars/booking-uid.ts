/**
 * The UID of a booking in calendars: the same in emails and feeds, and for as long as the booking
 * exists (D43).
 */
export const bookingUid = (businessId: string, bookingId: number): string =>
  `booking-${bookingId}@${businessId}.silla`
