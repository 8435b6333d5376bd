import { html, type TemplateResult } from 'lit/html.js'
import type { SillaHost } from '../element/host.ts'
import { fill } from '../text/fill.ts'
import type { Slot } from './availability.ts'
import { partsOf } from './day-parts.ts'

interface TimeOptions {
  date: string
  time: string | null
  /** null while they are loaded. */
  slots: readonly Slot[] | null
  choose(time: string): void
}

/** The free times of a day as one radio group, in the parts of the day. */
export function timeList({ text, format }: SillaHost, options: TimeOptions): TemplateResult {
  const { date, time, slots, choose } = options
  // `12:30` or `12:30 PM`
  const pills = format.time('12:30').length > 5 ? 'pills long' : 'pills'
  const title = html`<h3 id="times">${fill(text.time.timesOn, { date: format.date(date) })}</h3>`
  if (!slots) return html`${title}<div class=${pills} aria-hidden="true">${bones}</div>`
  if (slots.length === 0) return html`${title}<p class="muted">${text.time.none}</p>`
  return html`${title}
    <div role="radiogroup" aria-labelledby="times" class="parts">
      ${partsOf(slots).map(
        ([part, times]) => html`<p class="muted small" id=${part}>${text.time[part]}</p>
          <div class=${pills}>
            ${times.map(
              (start) => html`<label class="pill" part="time">
                <input
                  type="radio"
                  name="time"
                  .checked=${start === time}
                  aria-describedby=${part}
                  @change=${() => choose(start)}
                />
                <span class="face">${format.time(start)}</span>
              </label>`,
            )}
          </div>`,
      )}
    </div>`
}

const bones = Array.from({ length: 12 }, () => html`<span class="bone pill"></span>`)
