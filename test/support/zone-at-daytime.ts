/**
 * A time zone whose clocks are hours from midnight, so that a test of a program with the real clock stays
 * within a day.
 */
export function zoneAtDaytime(): string {
  const { hour } = Temporal.Now.zonedDateTimeISO('UTC')
  if (hour < 6) return 'Asia/Tokyo'
  return hour < 18 ? 'UTC' : 'Pacific/Honolulu'
}
