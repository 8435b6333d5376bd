import { formatTime, type LocalSpan } from '@silla/slots'

/** `10:00-14:00`; the end of the day is 24:00. */
export const spanText = ({ startMinute, endMinute }: LocalSpan): string =>
  `${formatTime(startMinute)}-${endMinute === 1440 ? '24:00' : formatTime(endMinute)}`
