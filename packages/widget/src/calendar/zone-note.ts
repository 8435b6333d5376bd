import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { SillaHost } from '../element/host.ts'
import { fill } from '../text/fill.ts'

/** For a visitor whose clock shows another time than the salon's. */
export function zoneNote(
  { text, format }: SillaHost,
  timeZone: string,
  place: string,
): TemplateResult | typeof nothing {
  const now = new Date()
  const time = format.clock(now, timeZone)
  if (time === format.clock(now)) return nothing
  return html`<p class="muted small">${fill(text.time.zone, { place, time })}</p>`
}
