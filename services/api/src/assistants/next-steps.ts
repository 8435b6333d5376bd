import type { Code } from '@silla/errors'

/**
 * What a model should do about an error of a tool. The message of the catalogue says what happened, to the
 * customer; this says what to call next. Every code that a tool can return has one (D79).
 */
export const nextSteps: Partial<Record<Code, string>> = {
  VALIDATION_ERROR:
    'Correct the arguments that `detalles` names, and call the tool again. A value that only the customer knows comes from the customer.',
  INVALID_PAGINATION: 'Send `page` from 1 and `page_size` from 1 to 100, or neither.',
  INVALID_DATE: 'Send a day of the calendar as YYYY-MM-DD.',
  INVALID_TIME: 'Send a time as HH:MM that `disponibilidad` has listed as free.',
  INVALID_RANGE: 'Send a shorter range, with its first day or hour before the last one.',
  DATE_IN_PAST: 'The day or time is over at the salon. Use a later one.',
  DATE_TOO_FAR: 'The salon does not take bookings for that day yet. Use an earlier one.',
  SERVICE_NOT_FOUND: 'Call `servicios` and use an id from its answer.',
  SERVICE_NOT_BOOKABLE:
    'This service is not booked online. Give the customer the phone of the salon, from `negocio`.',
  PROFESSIONAL_NOT_FOUND: 'Call `peluqueros` and use an id from its answer, or 0 for anyone.',
  SERVICE_NOT_OFFERED:
    'Use a professional with the service in `servicios_ids` of `peluqueros`, or 0 for anyone.',
  TOO_SOON: 'Offer the customer one of `alternativas`, or call `disponibilidad` for a later time.',
  BUSINESS_CLOSED: 'Offer the customer one of `alternativas`, or find an open day with `dias`.',
  PROFESSIONAL_NOT_AVAILABLE:
    'Offer the customer one of `alternativas`, or search again with `peluquero_id` 0.',
  SLOT_NOT_AVAILABLE:
    'Somebody else has that time. Offer the customer one of `alternativas`, call `disponibilidad` again, or offer the waitlist.',
  HOLD_LIMIT_REACHED:
    'Too much is held from here. Release what is not wanted with `liberar_retencion`, or wait ten minutes.',
  HOLD_NOT_FOUND: 'Send `id` and `token` as `crear_retencion` has returned them, or hold again.',
  HOLD_EXPIRED: 'Call `crear_retencion` again with another `clave`.',
  HOLD_MISMATCH:
    'Send the same services, professional, day and time as for the hold, or hold the other ones.',
  HOLD_ALREADY_BOOKED: 'It is booked already: do not book again. Use the code of that booking.',
  PREVIEW_REQUIRED:
    'Call the preview of this tool with exactly these arguments, show the customer its answer, and send its `confirmacion`.',
  PHONE_REQUIRED: 'Get a phone from the customer, and send it as `telefono`.',
  CUSTOMER_BLOCKED:
    'The salon does not take this booking online. Give the customer the phone of the salon, from `negocio`.',
  BOOKING_LIMIT_REACHED:
    'No more bookings are taken online for this customer now. Give them the phone of the salon, from `negocio`.',
  BOOKING_NOT_FOUND:
    'The customer has the code of their booking, ten characters: call `reserva_por_codigo` with it. A code is of one salon.',
  AUTHENTICATION_REQUIRED: 'Send the code that the customer has as `codigo`.',
  CUSTOMER_NOT_FOUND: 'Leave out what names a customer: bookings are made with name and e-mail.',
  INSUFFICIENT_SCOPE: 'This is for the staff of the salon. Leave it out.',
  PERMISSION_REQUIRED: 'This is for the staff of the salon. Leave it out.',
  SUPPORT_NOT_ALLOWED: 'This is not possible here.',
  POINTS_DISABLED: 'Book without points.',
  POINTS_NOT_APPLICABLE: 'Book without points.',
  INSUFFICIENT_POINTS: 'Book without points.',
  CANNOT_CANCEL: 'It is over, has begun or is cancelled already. Nothing more is to be done.',
  CANCELLATION_DEADLINE_PASSED:
    'It is too late to cancel online. Give the customer the phone of the salon, from `negocio`.',
  CANNOT_RESCHEDULE: 'It is over, has begun or is cancelled. Offer a new booking instead.',
  RESCHEDULE_DEADLINE_PASSED:
    'It is too late to move it online. Give the customer the phone of the salon, from `negocio`.',
  RESCHEDULE_LIMIT_REACHED:
    'It was moved too often. Give the customer the phone of the salon, from `negocio`.',
  VERSION_CONFLICT: 'It has changed since. Call `reserva_por_codigo` and begin again.',
  WAITLIST_NOT_FOUND: 'The customer has the code of their entry: send it with its `id`.',
  WAITLIST_LIMIT_REACHED:
    'There are as many entries as the salon allows. The customer can leave another one.',
  WAITLIST_NO_OFFER: 'Nothing is offered to this entry now. Call `espera` for its state.',
  IDEMPOTENCY_IN_PROGRESS: 'The same call is being handled. Wait a second and repeat it unchanged.',
  IDEMPOTENCY_KEY_REUSED:
    'This was used with other arguments before. Repeat the first call unchanged, or begin again with another `clave`, hold or preview.',
  RATE_LIMIT_EXCEEDED:
    'Wait as many seconds as `esperar_segundos` says before the next call. Do not repeat it sooner.',
  BUSINESS_SUSPENDED: 'The salon takes no bookings online at the moment.',
  BUSINESS_MOVING:
    'Wait as many seconds as `esperar_segundos` says and repeat the same call unchanged: it had no effect.',
  SERVICE_UNAVAILABLE:
    'Wait a few seconds and repeat the same call unchanged: with the same `clave`, `retencion` or `confirmacion` nothing happens twice.',
  INTERNAL_ERROR:
    'Repeat the same call unchanged once; if it fails again, give the customer the phone of the salon, from `negocio`.',
}
