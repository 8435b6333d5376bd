import { fill } from '@silla/widget/shared'
import { live } from 'lit/directives/live.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { SettingsHost } from './settings-host.ts'

/** Hours on the salon's clock; the end of a day is `24:00`. */
export interface Span {
  desde: string
  hasta: string
}

/** The hours of each weekday, Monday first. */
export type Week = readonly (readonly Span[])[]

interface Options {
  week: Week
  /** What a week without hours can be filled with, such as the opening hours. */
  suggested: Week
  changed(week: Week): void
  /** What a day without hours is called. */
  none: string
  /** How many hours a day may have. */
  most: number
  /** What is wrong with a day; 0 is Monday. */
  problemOf(day: number): string | null
}

/** A week as rows of days with their hours, and a drawing of them; a day is copied to others. */
export function weekGrid(settings: SettingsHost, options: Options): TemplateResult {
  const { host } = settings
  const order = Array.from({ length: 7 }, (_, index) => (host.format.firstWeekday - 1 + index) % 7)
  const bounds = boundsOf(options.week)
  const isEmpty = options.week.flat().length === 0
  return html`<div class="week-grid">
    ${
      isEmpty && !settings.isReadOnly && options.suggested.flat().length > 0
        ? html`<div class="actions">
            <button type="button" class="secondary" @click=${() => options.changed(options.suggested)}>
              ${settings.words.week.likeOpening}
            </button>
          </div>`
        : nothing
    }
    ${order.map((day) => dayRow(settings, options, day, bounds))}
    <p class="muted">${fill(settings.words.week.total, { time: host.format.duration(totalMinutes(options.week)) })}</p>
  </div>`
}

type Bounds = readonly [from: number, to: number]

function dayRow(
  settings: SettingsHost,
  options: Options,
  day: number,
  bounds: Bounds,
): TemplateResult {
  const { host, words, isReadOnly } = settings
  const { week, suggested, changed, most, none } = options
  const name = host.format.weekday(day + 1, 'long')
  const spans = week[day] ?? []
  const problem = options.problemOf(day)
  const replace = (hours: readonly Span[]) =>
    changed(week.map((own, index) => (index === day ? hours : own)))
  return html`<fieldset class="week-day" aria-invalid=${problem ? 'true' : nothing} tabindex=${problem ? '-1' : nothing}>
    <legend>${name}</legend>
    <div class="week-hours">
      ${spans.length === 0 ? html`<span class="muted">${none}</span>` : nothing}
      ${spans.map((span, index) => {
        const put = (change: Partial<Span>) =>
          replace(spans.map((own, at) => (at === index ? { ...own, ...change } : own)))
        return html`<span class="week-span">
          ${timeInput(fill(words.week.from, { day: name }), span.desde, (desde) => put({ desde }))}
          <span aria-hidden="true">–</span>
          ${timeInput(fill(words.week.until, { day: name }), shownEnd(span.hasta), (time) => put({ hasta: storedEnd(time) }))}
          <button
            type="button"
            class="icon"
            aria-label=${fill(words.week.removeHours, { day: name, from: span.desde })}
            @click=${() => replace(spans.filter((_, at) => at !== index))}
          >
            <span aria-hidden="true">×</span>
          </button>
        </span>`
      })}
    </div>
    ${drawing(spans, bounds)}
    ${
      isReadOnly
        ? nothing
        : html`<div class="week-tools">
            ${
              spans.length < most
                ? html`<button
                    type="button"
                    class="secondary"
                    aria-label=${fill(words.week.addHoursTo, { day: name })}
                    @click=${() => replace(week.flat().length === 0 && suggested[day]?.length ? suggested[day] : [...spans, nextSpan(spans, week)])}
                  >
                    ${words.week.addHours}
                  </button>`
                : nothing
            }
            <button
              type="button"
              class="secondary"
              aria-label=${fill(words.week.copyOf, { day: name })}
              @click=${() => void copyDay(settings, options, day)}
            >
              ${words.week.copy}
            </button>
          </div>`
    }
    ${problem ? html`<p class="error" role="alert">${problem}</p>` : nothing}
  </fieldset>`
}

/** A time of which only a part is typed is ''; what is typed stays in the field. */
const timeInput = (
  label: string,
  value: string,
  changed: (value: string) => void,
): TemplateResult =>
  html`<input
    class="time-input"
    type="time"
    aria-label=${label}
    .value=${live(value)}
    @change=${({ target }: Event) => changed((target as HTMLInputElement).value)}
  />`

/** Fields for times end at 23:59. */
export const shownEnd = (time: string): string => (time === '24:00' ? '00:00' : time)
export const storedEnd = (time: string): string => (time === '00:00' ? '24:00' : time)

async function copyDay(settings: SettingsHost, options: Options, day: number): Promise<void> {
  const { CopyDayDialog } = await import('./copy-day-dialog.ts')
  const spans = options.week[day] ?? []
  settings.host.open(
    new CopyDayDialog(settings, {
      day,
      copy: (days) =>
        options.changed(options.week.map((own, index) => (days.has(index) ? spans : own))),
    }),
  )
}

/** After the last hours of the day, as long as there is time; else those of another day. */
function nextSpan(spans: readonly Span[], week: Week): Span {
  const last = spans.at(-1)
  if (!last)
    return week.find((other) => other.length > 0)?.[0] ?? { desde: '09:00', hasta: '18:00' }
  const start = Math.min(minutesOf(last.hasta) + 60, 22 * 60)
  return { desde: clockOf(start), hasta: clockOf(Math.min(start + 240, 23 * 60)) }
}

/** For the eye alone: the fields say the same. */
const drawing = (spans: readonly Span[], [from, to]: Bounds): TemplateResult => {
  const share = (time: string) => ((minutesOf(time) - from) / (to - from)) * 100
  return html`<div class="week-bar" aria-hidden="true">
    ${spans
      .filter(({ desde, hasta }) => minutesOf(hasta) > minutesOf(desde))
      .map(
        ({ desde, hasta }) =>
          html`<i .style="--at:${share(desde)}%;--long:${share(hasta) - share(desde)}%"></i>`,
      )}
  </div>`
}

/** What the drawings of all days show, at least from 8 to 20 o'clock. */
function boundsOf(week: Week): Bounds {
  const spans = week.flat()
  return [
    Math.min(480, ...spans.map(({ desde }) => minutesOf(desde))),
    Math.max(1200, ...spans.map(({ hasta }) => minutesOf(hasta))),
  ]
}

export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const totalMinutes = (week: Week): number =>
  week
    .flat()
    .reduce((sum, { desde, hasta }) => sum + Math.max(0, minutesOf(hasta) - minutesOf(desde)), 0)
