import { html, nothing, type TemplateResult } from 'lit/html.js'
import { weeksOf } from '../dates.ts'
import type { SillaHost } from '../element/host.ts'
import { chevron } from '../style/icons.ts'
import type { Day } from './availability.ts'
import { targetOf } from './grid-keys.ts'

interface GridOptions {
  month: string
  /** The first and last that can be shown. */
  firstMonth: string
  lastMonth: string
  today: string
  days: ReadonlyMap<string, Day>
  chosen: string | null
  focused: string
  turn(months: number): void
  focus(date: string): void
  choose(date: string): void
}

/**
 * The days of a month as a grid with one tab stop, with the keys of the date picker of the ARIA
 * Authoring Practices. Days without a free time can be reached, so that their reason can be read.
 */
export function dateGrid(host: SillaHost, options: GridOptions): TemplateResult {
  const { text, format } = host
  const { month, firstMonth, lastMonth } = options
  // in Arabic short names are as long as the long ones
  const width = host.language === 'ar' ? 'narrow' : 'short'
  const order = Array.from({ length: 7 }, (_, index) => ((format.firstWeekday - 1 + index) % 7) + 1)
  return html`<div class="bar">
      <h3 id="month">${format.month(month)}</h3>
      <span>
        ${turnButton(text.time.previousMonth, 'mirror', month > firstMonth, () => options.turn(-1))}
        ${turnButton(text.time.nextMonth, 'mirror next', month < lastMonth, () => options.turn(1))}
      </span>
    </div>
    <table role="grid" aria-labelledby="month" aria-describedby="keys">
      <thead>
        <tr>
          ${order.map(
            (day) => html`<th scope="col" abbr=${format.weekday(day, 'long')}>
              <span aria-hidden="true">${format.weekday(day, width)}</span>
              <span class="hidden">${format.weekday(day, 'long')}</span>
            </th>`,
          )}
        </tr>
      </thead>
      <tbody
        @keydown=${(event: KeyboardEvent) => onKey(event, host, options)}
        @click=${(event: Event) => onClick(event, options)}
      >
        ${sixWeeks(weeksFrom(options.today, month, format.firstWeekday)).map(
          (week) => html`<tr class=${week.some(Boolean) ? nothing : 'blank'}>
            ${week.map((date) => (date ? dayCell(host, date, options) : html`<td></td>`))}
          </tr>`,
        )}
      </tbody>
    </table>
    <p id="keys" class="hidden">${text.time.keys}</p>`
}

export function focusDate(root: ParentNode, date: string): void {
  root.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus()
}

/** Keeps the focus when it becomes impossible. */
const turnButton = (label: string, look: string, isPossible: boolean, run: () => void) =>
  html`<button
    type="button"
    class="icon"
    aria-label=${label}
    aria-disabled=${isPossible ? nothing : 'true'}
    @click=${() => isPossible && run()}
  >
    <span class=${look}>${chevron}</span>
  </button>`

function dayCell({ text, format }: SillaHost, date: string, options: GridOptions): TemplateResult {
  const { days, chosen, focused, today, month } = options
  const day = days.get(date)
  const isChosen = date === chosen
  const isFree = day?.disponible === true
  const label = [
    format.date(date),
    date === today && text.time.today,
    day &&
      (isFree ? format.count(text.time.free, day.slots_libres) : reasonOf(day, text.time.reasons)),
  ]
  const tabStop = focused.startsWith(month) ? focused : `${month}-01`
  return html`<td
    role="gridcell"
    part=${isFree ? 'day day-free' : 'day'}
    class=${`day${isFree ? ' free' : ''}${date === today ? ' today' : ''}${day ? '' : ' wait'}`}
    data-date=${date}
    tabindex=${date === tabStop ? 0 : -1}
    aria-selected=${isChosen ? 'true' : 'false'}
    aria-disabled=${isFree ? nothing : 'true'}
    aria-current=${date === today ? 'date' : nothing}
    aria-label=${label.filter(Boolean).join(format.comma)}
  >
    <span class="num">${format.dayOfMonth(date)}</span>
  </td>`
}

const reasonOf = (day: Day, reasons: Readonly<Record<string, string>>): string =>
  reasons[day.motivo ?? ''] ?? ''

function onClick(event: Event, { days, choose, focus }: GridOptions): void {
  const date = dateOf(event)
  if (!date) return
  if (days.get(date)?.disponible) choose(date)
  else focus(date)
}

/** Arrows, Home, End, Page Up and Page Down move the focus; Enter and the space bar choose. */
function onKey(event: KeyboardEvent, { format, language }: SillaHost, options: GridOptions): void {
  const date = dateOf(event)
  if (!date) return
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault()
    if (options.days.get(date)?.disponible) options.choose(date)
    return
  }
  const target = targetOf(event.key, date, format.firstWeekday, language === 'ar')
  if (!target || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  options.focus(target)
}

const dateOf = (event: Event): string | undefined =>
  (event.target as Element).closest<HTMLElement>('[data-date]')?.dataset.date

/** The weeks of a month that are not over. */
const weeksFrom = (today: string, month: string, firstWeekday: number): (string | null)[][] =>
  weeksOf(month, firstWeekday).filter((week) => week.some((date) => date && date >= today))

/** Months of one to six weeks have the same height where the times stand beside them. */
const sixWeeks = (weeks: (string | null)[][]): (string | null)[][] => [
  ...weeks,
  ...Array.from({ length: 6 - weeks.length }, () => Array<null>(7).fill(null)),
]
