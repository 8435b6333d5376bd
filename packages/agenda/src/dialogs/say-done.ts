import type { Host } from '../host/host.ts'
import { dateOfQuery } from '../host/place.ts'

/**
 * Says what was done about a visit, and shows it with the way to its day when that is not in view: nothing
 * else on the screen would change.
 */
export function sayDone(host: Host, message: string, fecha: string): void {
  if (isInView(host, fecha)) {
    host.announce(message)
    return
  }
  const view = host.place.view === 'lista' ? 'lista' : 'dia'
  host.show(message, [{ label: host.text.day.show, run: () => host.go(view, { fecha }) }])
}

function isInView({ place, today }: Host, date: string): boolean {
  if (place.view === 'lista') return (dateOfQuery(place.query) ?? today()) === date
  // a day or a week
  return document.querySelector(`[data-lane$="-${date}"]`) !== null
}
